/* The forms of a new link and of an existing one, fetched together: they have most of their code in common. */
export { EditLinkDialog } from './edit/EditLinkDialog.tsx'
export { NewLinkDialog } from './new/NewLinkDialog.tsx'
