import { accountMenu } from '#src/i18n/en/account/account-menu.ts'
import { accountPage } from '#src/i18n/en/account/account-page.ts'
import { legacyUrl } from '#src/i18n/en/account/legacy-url.ts'
import { registration } from '#src/i18n/en/account/registration.ts'
import { en } from '#src/i18n/en/catalogue.ts'
import { folderChoice } from '#src/i18n/en/files/folder-choice.ts'
import { folderPicker } from '#src/i18n/en/files/folder-picker.ts'
import { itemDetails } from '#src/i18n/en/files/item-details.ts'
import { search } from '#src/i18n/en/files/search.ts'
import { keys } from '#src/i18n/en/keys.ts'
import { cleanUp } from '#src/i18n/en/links/clean-up.ts'
import { editMany } from '#src/i18n/en/links/edit-many.ts'
import { linkExport } from '#src/i18n/en/links/link-export.ts'
import { linkFacts } from '#src/i18n/en/links/link-facts.ts'
import { linkPage } from '#src/i18n/en/links/link-page.ts'
import { linkQuestions } from '#src/i18n/en/links/link-questions.ts'
import { lostSource } from '#src/i18n/en/links/lost-source.ts'
import { newLink } from '#src/i18n/en/links/new-link.ts'
import { permissionForm } from '#src/i18n/en/links/permission-form.ts'
import { uploads } from '#src/i18n/en/operations/uploads.ts'
import { zipQuestion } from '#src/i18n/en/operations/zip-question.ts'
import { deletionQuestions } from '#src/i18n/en/trash/deletion-questions.ts'
import { presets } from '#src/i18n/en/views/presets.ts'
import { viewCopy } from '#src/i18n/en/views/view-copy.ts'
import { viewEditor } from '#src/i18n/en/views/view-editor.ts'
import { accountMenu as accountMenuZhCN } from '#src/i18n/zh-CN/account/account-menu.ts'
import { accountPage as accountPageZhCN } from '#src/i18n/zh-CN/account/account-page.ts'
import { legacyUrl as legacyUrlZhCN } from '#src/i18n/zh-CN/account/legacy-url.ts'
import { registration as registrationZhCN } from '#src/i18n/zh-CN/account/registration.ts'
import { zhCN } from '#src/i18n/zh-CN/catalogue.ts'
import { folderChoice as folderChoiceZhCN } from '#src/i18n/zh-CN/files/folder-choice.ts'
import { folderPicker as folderPickerZhCN } from '#src/i18n/zh-CN/files/folder-picker.ts'
import { itemDetails as itemDetailsZhCN } from '#src/i18n/zh-CN/files/item-details.ts'
import { search as searchZhCN } from '#src/i18n/zh-CN/files/search.ts'
import { keys as keysZhCN } from '#src/i18n/zh-CN/keys.ts'
import { cleanUp as cleanUpZhCN } from '#src/i18n/zh-CN/links/clean-up.ts'
import { editMany as editManyZhCN } from '#src/i18n/zh-CN/links/edit-many.ts'
import { linkExport as linkExportZhCN } from '#src/i18n/zh-CN/links/link-export.ts'
import { linkFacts as linkFactsZhCN } from '#src/i18n/zh-CN/links/link-facts.ts'
import { linkPage as linkPageZhCN } from '#src/i18n/zh-CN/links/link-page.ts'
import { linkQuestions as linkQuestionsZhCN } from '#src/i18n/zh-CN/links/link-questions.ts'
import { lostSource as lostSourceZhCN } from '#src/i18n/zh-CN/links/lost-source.ts'
import { newLink as newLinkZhCN } from '#src/i18n/zh-CN/links/new-link.ts'
import { permissionForm as permissionFormZhCN } from '#src/i18n/zh-CN/links/permission-form.ts'
import { uploads as uploadsZhCN } from '#src/i18n/zh-CN/operations/uploads.ts'
import { zipQuestion as zipQuestionZhCN } from '#src/i18n/zh-CN/operations/zip-question.ts'
import { deletionQuestions as deletionQuestionsZhCN } from '#src/i18n/zh-CN/trash/deletion-questions.ts'
import { presets as presetsZhCN } from '#src/i18n/zh-CN/views/presets.ts'
import { viewCopy as viewCopyZhCN } from '#src/i18n/zh-CN/views/view-copy.ts'
import { viewEditor as viewEditorZhCN } from '#src/i18n/zh-CN/views/view-editor.ts'

/** The catalogues with what comes with pages and dialogs. */
export const english = {
  ...en,
  accountMenu,
  accountPage,
  legacyUrl,
  registration,
  cleanUp,
  linkQuestions,
  editMany,
  linkExport,
  folderChoice,
  itemDetails,
  search,
  keys,
  linkPage,
  lostSource,
  newLink,
  permissionForm,
  presets,
  viewCopy,
  viewEditor,
  uploads,
  folderPicker,
  deletionQuestions,
  linkFacts,
  zipQuestion,
}
export const chinese = {
  ...zhCN,
  accountMenu: accountMenuZhCN,
  accountPage: accountPageZhCN,
  legacyUrl: legacyUrlZhCN,
  registration: registrationZhCN,
  cleanUp: cleanUpZhCN,
  linkQuestions: linkQuestionsZhCN,
  editMany: editManyZhCN,
  linkExport: linkExportZhCN,
  folderChoice: folderChoiceZhCN,
  itemDetails: itemDetailsZhCN,
  search: searchZhCN,
  keys: keysZhCN,
  linkPage: linkPageZhCN,
  lostSource: lostSourceZhCN,
  newLink: newLinkZhCN,
  permissionForm: permissionFormZhCN,
  presets: presetsZhCN,
  viewCopy: viewCopyZhCN,
  viewEditor: viewEditorZhCN,
  uploads: uploadsZhCN,
  folderPicker: folderPickerZhCN,
  deletionQuestions: deletionQuestionsZhCN,
  linkFacts: linkFactsZhCN,
  zipQuestion: zipQuestionZhCN,
}

export type Say = (...values: unknown[]) => unknown

/** The messages that take values, by path. */
export function functionsOf(messages: object, path = ''): [path: string, say: Say][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]): [string, Say][] =>
    typeof value === 'function'
      ? [[path + key, value as Say]]
      : typeof value === 'object' && value !== null
        ? functionsOf(value, `${path}${key}.`)
        : [],
  )
}

/** What a message may take as its value of this index. A number and a text of each index can be told from all others. */
export function valuesAt(index: number): unknown[] {
  const [number, text] = [4001 + index, `text${index}`]
  const fields = { name: text, count: number, from: 'text7', to: 'text8', link: 'text9' }
  const more = { password: 'text5', expires: 'text6', remaining: 4009, refusal: 'inside' }
  const objects = ['move', 'restore', 'cut'].map((kind) => ({ ...fields, ...more, kind }))
  // A view is copied to folders that are counted, and to no other.
  const copy = { name: text, count: number, kind: 'copyView' }
  const others = { back: 4006, gone: 4005 }
  const partly = { ...fields, kind: 'restore', leftOut: 4008, newNames: 4007, meanwhile: others }
  return [number, text, [text], true, false, null, copy, partly, ...objects]
}

export const combinations = (choices: readonly unknown[][]): unknown[][] =>
  choices.reduce<unknown[][]>(
    (begun, next) => begun.flatMap((values) => next.map((value) => [...values, value])),
    [[]],
  )

/** All that the messages of a language say, by path. */
export function saidBy(messages: object, path = ''): [path: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    if (typeof value === 'string') return [[path + key, value]]
    if (typeof value === 'object' && value !== null) return saidBy(value, `${path}${key}.`)
    if (typeof value !== 'function') return []
    const say = value as Say
    const [second, third] = [1, 2].map((at) => (say.length <= at ? [undefined] : valuesAt(at)))
    const values = combinations([valuesAt(0), second ?? [], third ?? []])
    return values.flatMap((some) => {
      try {
        const said = say(...some)
        return typeof said === 'string' ? [[path + key, said]] : []
      } catch {
        return []
      }
    })
  })
}
