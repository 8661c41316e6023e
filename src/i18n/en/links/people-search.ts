export const peopleSearch = {
  readingNames: 'No matches so far. Reading names of people…',
  unread: 'Some names of people could not be read.',
}

export type PeopleSearchMessages = typeof peopleSearch
