/** The code of every page, by the first part of its path. Chosen before the router has loaded, too. */
export const pageModules = {
  'sign-in': () => import('#src/pages/sign-in/SignInPage.tsx'),
  s: () => import('#src/pages/share-landing/ShareLandingPage.tsx'),
  files: () => import('#src/pages/files/FilesPage.tsx'),
  edit: () => import('#src/pages/editor/EditorPage.tsx'),
  shares: () => import('#src/pages/shares/SharesPage.tsx'),
  trash: () => import('#src/pages/trash/TrashPage.tsx'),
  'view-settings': () => import('#src/pages/view-settings/ViewSettingsPage.tsx'),
  // Every address that is none of the others.
  'other-address': () => import('#src/pages/other-address/OtherAddressPage.tsx'),
}

export type PageName = keyof typeof pageModules

export const homePage: PageName = 'shares'

/** The page at a path; undefined where there is none. */
export function pageAt(path: string): PageName | undefined {
  const name = path.split('/', 2)[1] || homePage
  return Object.hasOwn(pageModules, name) ? (name as PageName) : undefined
}
