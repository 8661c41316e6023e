import { FileInput, FileOutput } from 'lucide-react'
import { useRef } from 'react'
import {
  maxPresetsJsonLength,
  type Preset,
  parsePresets,
  serializePresets,
} from '#src/features/folder-view/presets-json.ts'
import {
  deleteUnreadablePresets,
  unreadablePresetsText,
} from '#src/features/folder-view/view-presets.ts'
import { useI18n } from '#src/i18n/I18n.tsx'
import type { Messages } from '#src/i18n/messages.ts'
import { saveTextFile } from '#src/platform/files/download.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { HiddenFileInput } from '#src/ui/controls/fields/HiddenFileInput.tsx'
import css from './Presets.module.css'

/** The presets of a selected file, or a message why it cannot be imported. */
export async function readPresetFile(
  file: File,
  t: Messages,
): Promise<{ presets: readonly Preset[] } | { problem: string }> {
  if (file.size > maxPresetsJsonLength * 4) return { problem: problemText('long', t) }
  const text = await file.text().catch(() => null)
  if (text === null) return { problem: problemText('gone', t) }
  const parsed = parsePresets(text)
  return 'problem' in parsed ? { problem: problemText(parsed.problem, t) } : parsed
}

function problemText(problem: 'malformed' | 'version' | 'long' | 'gone', t: Messages): string {
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

export function ImportPresetsButton({
  isOff,
  onFile,
}: {
  isOff: boolean
  onFile: (file: File) => void
}) {
  const { t } = useI18n()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <HiddenFileInput
        ref={input}
        label={t.operations.viewCopy.presets.import}
        takes="file"
        accept=".json,application/json"
        onChoose={([file]) => file && onFile(file)}
      />
      <Button
        variant="quiet"
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

export function ExportPresetsButton({ presets }: { presets: readonly Preset[] }) {
  const { t } = useI18n()
  return (
    <Button
      variant="quiet"
      icon={<FileOutput size={16} strokeWidth={1.75} aria-hidden="true" />}
      aria-disabled={presets.length === 0 || undefined}
      onClick={() => {
        if (presets.length > 0)
          saveTextFile(serializePresets(presets), t.operations.viewCopy.presets.fileName)
      }}
    >
      {t.operations.viewCopy.presets.export}
    </Button>
  )
}

/** Stored presets that cannot be parsed: only the user may delete them. */
export function UnreadablePresets() {
  const { t } = useI18n()
  return (
    <div role="alert" className={css['problem']}>
      <p>{t.operations.viewCopy.presets.unreadable}</p>
      <p className={css['buttons']}>
        <Button
          small
          onClick={() =>
            saveTextFile(
              unreadablePresetsText(),
              t.operations.viewCopy.presets.unreadableFileName,
              'text/plain',
            )
          }
        >
          {t.operations.viewCopy.presets.saveUnreadable}
        </Button>
        <Button small variant="danger" onClick={deleteUnreadablePresets}>
          {t.operations.viewCopy.presets.startOver}
        </Button>
      </p>
    </div>
  )
}
