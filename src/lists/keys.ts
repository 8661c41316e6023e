/**
 * Every query key, by resource. A key without arguments is a prefix of those with arguments, so `invalidates` can use
 * it for all of them.
 */
export const keys = {
  files: {
    lists: () => ['files', 'list'],
    list: (uri: string) => ['files', 'list', uri],
    searches: () => ['files', 'search'],
    search: (uri: string) => ['files', 'search', uri],
    trash: () => ['files', 'trash'],
    // Stale whenever the list is.
    trashCount: () => ['files', 'trash', 'count'],
    allNameHolders: () => ['files', 'name-holders'],
    itemsByName: (folder: string) => ['files', 'name-holders', folder],
    restorePlan: () => ['files', 'restore-plan'],
    infos: () => ['files', 'info'],
    info: (uri: string) => ['files', 'info', uri],
    viewOrigin: (uri: string) => ['files', 'info', uri, 'view-origin'],
    ownView: (uri: string) => ['files', 'info', uri, 'own-view'],
    effectiveView: (uri: string) => ['files', 'info', uri, 'effective-view'],
    inheritedView: (uri: string) => ['files', 'info', uri, 'inherited-view'],
    movedTo: (uri: string, id: string) => ['files', 'info', uri, 'moved-to', id],
    sharedItem: (id: string, password: string | undefined) => [
      'files',
      'shared-item',
      id,
      password ?? '',
    ],
    image: (id: string, updatedAt: number, uri: string) => ['files', 'image', id, updatedAt, uri],
    oldContents: (uris: readonly string[]) => ['files', 'info', 'old-contents', uris],
    linked: (uri: string): (string | number)[] => ['files', 'linked', uri],
    editedText: (uri: string) => ['files', 'edited-text', uri],
  },
  links: {
    list: () => ['links', 'list'],
    count: () => ['links', 'list', 'count'],
    newest: () => ['links', 'newest'],
    details: () => ['links', 'detail'],
    detail: (id: string) => ['links', 'detail', id],
    terms: (id: string) => ['links', 'terms', id],
    access: (id: string, password: string | undefined, userId: string) => [
      'links',
      'access',
      id,
      { password, userId },
    ],
    readme: (id: string, password: string | undefined, userId: string) => [
      'links',
      'readme',
      id,
      { password, userId },
    ],
    deletedFolders: (id: string) => ['links', 'deleted-folders', id],
    shortcut: (id: string) => ['links', 'shortcut', id],
    visitedOfId: (id: string) => ['links', 'landing', id],
    visited: (id: string, password: string | undefined) => ['links', 'landing', id, password ?? ''],
  },
  users: {
    me: () => ['users', 'me'],
    setting: () => ['users', 'setting'],
    names: (ids: readonly string[]) => ['users', 'names', ids],
    info: (id: string) => ['users', 'info', id],
    search: (keyword: string) => ['users', 'search', keyword],
    capacity: () => ['users', 'capacity'],
  },
  site: {
    login: () => ['site', 'login'],
    navigation: () => ['site', 'navigation'],
    explorer: () => ['site', 'explorer'],
    thumb: () => ['site', 'thumb'],
    captcha: (attempt: number) => ['site', 'captcha', attempt],
  },
}
