import { FileInput, FileOutput } from 'lucide-react'
import { useRef } from 'react'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { saveText } from '#src/lib/save-text.ts'
import { longestFile, type Preset, readPresets, writePresets } from '#src/stores/preset-file.ts'
import { dropUnreadable, unreadablePresets } from '#src/stores/view-presets.ts'
import { Button } from '#src/ui/Button.tsx'
import css from './Presets.module.css'

/** What a chosen file holds, or in words why nothing can be had from it. */
export async function readPresetFile(
  file: File,
  t: Messages,
): Promise<{ presets: readonly Preset[] } | { problem: string }> {
  if (file.size > longestFile * 4) return { problem: problemWords('long', t) }
  const text = await file.text().catch(() => null)
  if (text === null) return { problem: problemWords('gone', t) }
  const read = readPresets(text)
  return 'problem' in read ? { problem: problemWords(read.problem, t) } : read
}

function problemWords(problem: 'malformed' | 'version' | 'long' | 'gone', t: Messages): string {
  switch (problem) {
    case 'malformed':
      return t.operations.viewCopy.presets.fileMalformed
    case 'version':
      return t.operations.viewCopy.presets.fileVersion
    case 'long':
      return t.operations.viewCopy.presets.fileLong
    case 'gone':
      return t.operations.viewCopy.presets.fileGone
  }
}

export function ImportButton({ isOff, onFile }: { isOff: boolean; onFile: (file: File) => void }) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t.operations.viewCopy.presets.import}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? []
          // The same file may be chosen again.
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
      <Button
        kind="quiet"
        icon={<FileInput size={16} strokeWidth={1.75} aria-hidden="true" />}
        aria-disabled={isOff || undefined}
        onClick={() => {
          if (!isOff) input.current?.click()
        }}
      >
        {t.operations.viewCopy.presets.import}
      </Button>
    </>
  )
}

export function ExportButton({ presets }: { presets: readonly Preset[] }) {
  const { t } = useI18n()
  return (
    <Button
      kind="quiet"
      icon={<FileOutput size={16} strokeWidth={1.75} aria-hidden="true" />}
      aria-disabled={presets.length === 0 || undefined}
      onClick={() => {
        if (presets.length > 0)
          saveText(writePresets(presets), t.operations.viewCopy.presets.fileName)
      }}
    >
      {t.operations.viewCopy.presets.export}
    </Button>
  )
}

/** What is stored is nobody's to throw away but the user's. */
export function Unreadable() {
  const { t } = useI18n()
  return (
    <div role="alert" className={css['trouble']}>
      <p>{t.operations.viewCopy.presets.unreadable}</p>
      <p className={css['ways']}>
        <Button
          small
          onClick={() =>
            saveText(
              unreadablePresets(),
              t.operations.viewCopy.presets.unreadableFileName,
              'text/plain',
            )
          }
        >
          {t.operations.viewCopy.presets.saveUnreadable}
        </Button>
        <Button small kind="danger" onClick={dropUnreadable}>
          {t.operations.viewCopy.presets.startAnew}
        </Button>
      </p>
    </div>
  )
}
