import type { ComponentType, ReactNode } from 'react'
import { zipQuestion } from '#src/features/files/downloads/zip-downloads.ts'
import { ZipQuestionDialog } from '#src/features/files/downloads/ZipQuestionDialog.tsx'
import { ReplacementFolderDialog } from '#src/features/folder/gone/ReplacementFolderDialog.tsx'
import { LockConflictDialog } from '#src/features/locks/LockConflictDialog.tsx'
import { nameClashQuestion } from '#src/features/name-clash/name-clash-question.ts'
import { TransferClashDialog } from '#src/features/name-clash/TransferClashDialog.tsx'
import { restorePlanQuestion } from '#src/features/trash/restore-plan/restore-plan.ts'
import { RestorePlanDialog } from '#src/features/trash/restore-plan/RestorePlanDialog.tsx'
import { TakenNamesDialog } from '#src/features/uploads/panel/TakenNamesDialog.tsx'
import { UploadRefusalDialog } from '#src/features/uploads/panel/UploadRefusalDialog.tsx'
import {
  takenNamesQuestion,
  uploadRefusalQuestion,
} from '#src/features/uploads/upload-questions.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { manualCopyQuestion } from '#src/jobs/questions/manual-copy.ts'
import {
  isQuestionOfKind,
  type Question,
  type QuestionKind,
  useCurrentQuestion,
} from '#src/jobs/questions/questions.ts'
import { folderGoneQuestion } from '#src/jobs/verification/target-folder.ts'
import { ManualCopyDialog } from './ManualCopyDialog.tsx'

const drawnBy =
  <Props, Answer>(
    kind: QuestionKind<Props, Answer>,
    Dialog: ComponentType<{ question: Question<Props, Answer> }>,
  ) =>
  (question: Question): ReactNode =>
    isQuestionOfKind(question, kind) && <Dialog key={question.id} question={question} />

/** Which dialog draws which kind of question. */
const dialogs = [
  drawnBy(lockQuestion, LockConflictDialog),
  drawnBy(restorePlanQuestion, RestorePlanDialog),
  drawnBy(nameClashQuestion, TransferClashDialog),
  drawnBy(folderGoneQuestion, ReplacementFolderDialog),
  drawnBy(takenNamesQuestion, TakenNamesDialog),
  drawnBy(uploadRefusalQuestion, UploadRefusalDialog),
  drawnBy(zipQuestion, ZipQuestionDialog),
  drawnBy(manualCopyQuestion, ManualCopyDialog),
]

/** The question that has waited longest, above every page: who has asked goes on when the page is left. */
export function QuestionDialogs() {
  const question = useCurrentQuestion()
  return question && dialogs.map((draw) => draw(question))
}
