export const itemDetails = {
  versions: 'Versions',
  viewOf: 'View',
  viewInherited: (folder: string) => `From ${folder}`,
  viewFrom: { own: 'Its own', root: 'Default, or as set for My files' },
  linksOnIt: 'Links',
  linkMade: 'Made',
  metadata: 'Metadata',
}
