import { useI18n } from '#src/i18n/I18n.tsx'
import { useZipQuestionMessages } from '#src/i18n/parts/zip-question-messages.ts'
import type { Question } from '#src/jobs/questions/questions.ts'
import { formatBytes } from '#src/lib/numbers/size.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/dialogs/Dialog.tsx'
import type { ZipAnswer, ZipQuestionContent } from './zip-downloads.ts'

/** Says what the download of several files costs, or why they do not come as one archive, before it begins. */
export function ZipQuestionDialog({
  question: { props: facts, answer, cancel },
}: {
  question: Question<ZipQuestionContent, ZipAnswer>
}) {
  const { t, language } = useI18n()
  const { name, files, size, left, cost, most } = facts
  const messages = useZipQuestionMessages()
  const isTooDear = left !== undefined && cost > left
  const sentences = [
    messages.size(files, formatBytes(size, language)),
    ...(left === undefined
      ? []
      : [isTooDear ? messages.tooDear(cost, left) : messages.cost(cost, left)]),
    ...(isTooDear && left > 0 ? [messages.chooseFewer] : []),
    ...(most === undefined ? [] : [messages.tooLarge(formatBytes(most, language))]),
    ...(left === undefined && most === undefined ? [messages.ready] : []),
  ]
  return (
    <Dialog
      open
      width="narrow"
      title={messages.title(name)}
      description={sentences.map((each) => (
        <p key={each}>{each}</p>
      ))}
      onClose={cancel}
      actions={
        <>
          <Button data-autofocus="" onClick={cancel}>
            {t.common.cancel}
          </Button>
          {!isTooDear && most !== undefined && (
            <Button variant="primary" onClick={() => answer('oneByOne')}>
              {messages.oneByOne}
            </Button>
          )}
          {!isTooDear && most === undefined && (
            <Button variant="primary" onClick={() => answer('all')}>
              {messages.all}
            </Button>
          )}
          {isTooDear && left > 0 && most === undefined && (
            <Button onClick={() => answer('some')}>{messages.some(left, cost)}</Button>
          )}
        </>
      }
    />
  )
}
