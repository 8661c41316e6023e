import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import type { NameClashChoice } from '#src/lib/names/name-clash.ts'
import { Button } from '#src/ui/controls/Button.tsx'

/** A button per choice, for one item, or with `count` for all of that many. The first is the one that loses nothing. */
export function NameClashChoices({
  choices,
  subject,
  isBusy = false,
  isSuggested = false,
  onChoose,
}: {
  choices: readonly NameClashChoice[]
  subject: { readonly name: string } | { readonly count: number }
  isBusy?: boolean
  /** Whether the first choice is the one that the dialog suggests, with the focus on it. */
  isSuggested?: boolean
  onChoose: (choice: NameClashChoice) => void
}) {
  const { t } = useI18n()
  const messages = t.nameClash
  return choices.map((choice, at) => {
    const label = messages[choice]
    return (
      <Button
        key={choice}
        small
        variant={at > 0 ? 'quiet' : isSuggested ? 'primary' : 'default'}
        {...(at === 0 && isSuggested && { 'data-autofocus': '' })}
        // A disabled button would lose the focus.
        aria-disabled={isBusy || undefined}
        {...('name' in subject && { 'aria-label': `${label}: ${displayName(subject.name)}` })}
        onClick={() => !isBusy && onChoose(choice)}
      >
        {'count' in subject ? messages.forAll(label, subject.count) : label}
      </Button>
    )
  })
}
