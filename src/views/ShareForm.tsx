import { useMutation } from '@tanstack/react-query'
import { Check, Copy, Eye, EyeOff, RefreshCw } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import { displayName } from '#src/i18n/names.ts'
import { newPassword } from '#src/lib/new-password.ts'
import { formatExact } from '#src/lib/time.ts'
import type { FileRow } from '#src/queries/files.ts'
import { shareWrites } from '#src/queries/share-writes.ts'
import { showCopyByHand } from '#src/stores/copy-by-hand.ts'
import { LockCancelledError } from '#src/stores/lock-sessions.ts'
import { announce } from '#src/ui/announce.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { Dialog } from '#src/ui/Dialog.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import { copyText, useCopy } from '#src/ui/use-copy.ts'
import { AccountChoice } from './AccountChoice.tsx'
import { errorWords } from './error-words.ts'
import css from './ShareForm.module.css'

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const
const day = 86_400_000
const longestPassword = 32

type Life = 'never' | 'day' | 'week' | 'month' | 'date'
const daysOf: Record<Exclude<Life, 'never' | 'date'>, number> = { day: 1, week: 7, month: 30 }

/** A link that was just made. */
type Made = { link: string; password: string; expires: number | null; isCopied: boolean }

/** "2026-11-21", in the zone of the browser. */
function dateText(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** When the link ends, in ms since 1970: the end of the day that was chosen. null for never, NaN for what is no day. */
function endOf(life: Life, date: string, now: number): number | null {
  if (life === 'never') return null
  if (life !== 'date') return now + daysOf[life] * day
  return new Date(`${date}T23:59:59`).getTime()
}

/** The address to hand out: the password stands behind the last slash. */
const withoutPassword = (url: string, password: string): string =>
  password && url.endsWith(`/${encodeURIComponent(password)}`)
    ? url.slice(0, -encodeURIComponent(password).length - 1)
    : url

/** Makes a link to an item (F3), then shows it: it is on the clipboard already. */
export function ShareForm({ item, onClose }: { item: FileRow; onClose: () => void }) {
  const [made, setMade] = useState<Made>()
  return made ? (
    <MadeLink item={item} made={made} onClose={onClose} />
  ) : (
    <NewLink item={item} onMade={setMade} onClose={onClose} />
  )
}

function NewLink({
  item,
  onMade,
  onClose,
}: {
  item: FileRow
  onMade: (made: Made) => void
  onClose: () => void
}) {
  const { t } = useI18n()
  const form = useId()
  const [isProtected, setProtected] = useState(false)
  const [password, setPassword] = useState('')
  const [isShown, setShown] = useState(false)
  const [life, setLife] = useState<Life>('never')
  const [date, setDate] = useState('')
  const [limit, setLimit] = useState('')
  const [showsView, setShowsView] = useState(false)
  const [showsReadme, setShowsReadme] = useState(false)
  const [opened] = useState(() => Date.now())
  const [wasTried, setTried] = useState(false)
  const create = useMutation(shareWrites.create())

  const problems = {
    password: isProtected && !/^[A-Za-z0-9]+$/.test(password) && t.shareForm.passwordSigns,
    date: life === 'date' && !((endOf(life, date, opened) ?? 0) > opened) && t.shareForm.dateFuture,
    limit: limit !== '' && !/^0*[1-9]\d{0,8}$/.test(limit.trim()) && t.shareForm.limitNumber,
  }
  const hand = async (made: Omit<Made, 'isCopied'>) => {
    const isCopied = await copyText(made.link)
    onMade({ ...made, isCopied })
    if (isCopied) announce(t.shares.linkCopied)
    else showCopyByHand(made.link)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (create.isPending || Object.values(problems).some(Boolean)) return
    const at = Date.now()
    const expires = endOf(life, date, at)
    const given = isProtected ? password : ''
    const wish = {
      password: given,
      downloads: limit === '' ? null : Number(limit),
      expires: expires === null ? null : Math.max(1, Math.round((expires - at) / 1000)),
      showsView,
      showsReadme,
    }
    create.mutate(
      { item, wish, at },
      {
        onSuccess: (url) =>
          void hand({ link: withoutPassword(url, given), password: given, expires }),
      },
    )
  }
  const failure =
    create.error && !(create.error instanceof LockCancelledError)
      ? errorWords(create.error, t).title
      : undefined
  const said = (problem: string | false) => (wasTried && problem ? { error: problem } : {})
  return (
    <Dialog
      open
      width="narrow"
      title={t.shareForm.title(displayName(item.name))}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            type="submit"
            form={form}
            kind="primary"
            data-autofocus=""
            aria-disabled={create.isPending || undefined}
          >
            {create.isPending ? t.common.working : t.shareForm.create}
          </Button>
        </>
      }
    >
      <form id={form} className={css['form']} noValidate onSubmit={submit}>
        {failure && (
          <p role="alert" className={css['failure']}>
            {failure}
          </p>
        )}
        <div className={css['part']}>
          <Checkbox
            checked={isProtected}
            onChange={(checked) => {
              setProtected(checked)
              if (checked && password === '') setPassword(newPassword())
            }}
          >
            {t.shareForm.protect}
          </Checkbox>
          {isProtected && (
            <TextField
              label={t.shareDetails.password}
              hideLabel
              type={isShown ? 'text' : 'password'}
              autoComplete="new-password"
              spellCheck={false}
              maxLength={longestPassword}
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              {...said(problems.password)}
              end={
                <>
                  <IconButton
                    small
                    name={isShown ? t.shareDetails.hidePassword : t.shareDetails.showPassword}
                    icon={isShown ? <EyeOff {...icon} /> : <Eye {...icon} />}
                    onClick={() => setShown(!isShown)}
                  />
                  <IconButton
                    small
                    name={t.shareForm.generate}
                    icon={<RefreshCw {...icon} />}
                    onClick={() => {
                      setPassword(newPassword())
                      setShown(true)
                    }}
                  />
                </>
              }
            />
          )}
        </div>
        <div className={css['part']}>
          <AccountChoice
            label={t.shareDetails.expiry}
            value={life}
            options={(['never', 'day', 'week', 'month', 'date'] as const).map((value) => ({
              value,
              label: t.shareForm.lives[value],
            }))}
            onChange={setLife}
          />
          {life === 'date' && (
            <TextField
              label={t.shareForm.date}
              hideLabel
              type="date"
              min={dateText(opened)}
              value={date}
              onChange={(event) => setDate(event.currentTarget.value)}
              {...said(problems.date)}
            />
          )}
        </div>
        <TextField
          label={t.shareDetails.downloadLimit}
          inputMode="numeric"
          placeholder={t.shareDetails.noLimit}
          value={limit}
          onChange={(event) => setLimit(event.currentTarget.value)}
          {...said(problems.limit)}
        />
        {item.isFolder && (
          <div className={css['part']}>
            <Checkbox checked={showsView} onChange={setShowsView}>
              {t.shareForm.showView}
            </Checkbox>
            <Checkbox checked={showsReadme} onChange={setShowsReadme}>
              {t.shareForm.showReadme}
            </Checkbox>
          </div>
        )}
      </form>
    </Dialog>
  )
}

function MadeLink({
  item,
  made: { link, password, expires, isCopied },
  onClose,
}: {
  item: FileRow
  made: Made
  onClose: () => void
}) {
  const { t, language } = useI18n()
  const { copied, copy } = useCopy()
  const alone = password ? t.shareForm.copiedAlone : t.shareForm.copied
  const [said, setSaid] = useState(isCopied ? alone : t.shareForm.notCopied)
  const copyNow = async (text: string, words: string) => {
    const done = await copy(text)
    setSaid(done ? words : t.shareForm.notCopied)
    if (!done) showCopyByHand(text)
  }
  const handOut = () =>
    t.shareDetails.handOut({
      link,
      password,
      expires: expires === null ? null : formatExact(expires, language),
    })
  return (
    <Dialog
      open
      width="narrow"
      title={t.shareForm.madeTitle(displayName(item.name))}
      description={<span role="status">{said}</span>}
      onClose={onClose}
      actions={
        <>
          {password && (
            <Button onClick={() => void copyNow(handOut(), t.shareForm.copiedBoth)}>
              {t.shareDetails.copyWithPassword}
            </Button>
          )}
          <Button kind="primary" data-autofocus="" onClick={onClose}>
            {t.common.done}
          </Button>
        </>
      }
    >
      <TextField
        label={t.shareForm.link}
        readOnly
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        end={
          <IconButton
            small
            name={t.shares.copyLink}
            icon={copied ? <Check {...icon} /> : <Copy {...icon} />}
            onClick={() => void copyNow(link, alone)}
          />
        }
      />
    </Dialog>
  )
}
