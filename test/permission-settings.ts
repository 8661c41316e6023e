/** A permission setting of a link that names nobody. */
export const nobody = {
  same_group: null,
  everyone: null,
  other: null,
  anonymous: null,
  group_explicit: {},
  user_explicit: {},
}
