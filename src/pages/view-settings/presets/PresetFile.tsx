import { FileInput, FileOutput } from 'lucide-react'
import { useRef } from 'react'
import {
  type Preset,
  parsePresets,
  serializePresets,
} from '#src/features/folder-view/presets-json.ts'
import {
  deleteUnreadablePresets,
  unreadablePresetsText,
} from '#src/features/folder-view/view-presets.ts'
import type { PresetsMessages } from '#src/i18n/en/views/presets.ts'
import { usePresetsMessages } from '#src/i18n/parts/presets-messages.ts'
import { saveTextFile } from '#src/platform/files/download.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { HiddenFileInput } from '#src/ui/controls/fields/HiddenFileInput.tsx'
import css from './Presets.module.css'

/** A larger file is not read, in bytes. What a browser keeps, and so what it exports, is less. */
const maxFileSize = 20_000_000

/** The presets of a selected file, or a message why it cannot be imported. */
export async function readPresetFile(
  file: File,
  messages: PresetsMessages,
): Promise<{ presets: readonly Preset[] } | { problem: string }> {
  if (file.size > maxFileSize) return { problem: problemText('long', messages) }
  const text = await file.text().catch(() => null)
  if (text === null) return { problem: problemText('gone', messages) }
  const parsed = parsePresets(text)
  return 'problem' in parsed ? { problem: problemText(parsed.problem, messages) } : parsed
}

function problemText(
  problem: 'malformed' | 'version' | 'long' | 'gone',
  messages: PresetsMessages,
): string {
  switch (problem) {
    case 'malformed':
      return messages.fileMalformed
    case 'version':
      return messages.fileVersion
    case 'long':
      return messages.fileLong
    case 'gone':
      return messages.fileGone
  }
}

export function ImportPresetsButton({
  isOff,
  onFile,
}: {
  isOff: boolean
  onFile: (file: File) => void
}) {
  const messages = usePresetsMessages()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <HiddenFileInput
        ref={input}
        label={messages.import}
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
        {messages.import}
      </Button>
    </>
  )
}

export function ExportPresetsButton({ presets }: { presets: readonly Preset[] }) {
  const messages = usePresetsMessages()
  return (
    <Button
      variant="quiet"
      icon={<FileOutput size={16} strokeWidth={1.75} aria-hidden="true" />}
      aria-disabled={presets.length === 0 || undefined}
      onClick={() => {
        if (presets.length > 0) saveTextFile(serializePresets(presets), messages.fileName)
      }}
    >
      {messages.export}
    </Button>
  )
}

/** Stored presets that cannot be parsed: only the user may delete them. */
export function UnreadablePresets() {
  const messages = usePresetsMessages()
  return (
    <div role="alert" className={css['problem']}>
      <p>{messages.unreadable}</p>
      <p className={css['buttons']}>
        <Button
          small
          onClick={() =>
            saveTextFile(unreadablePresetsText(), messages.unreadableFileName, 'text/plain')
          }
        >
          {messages.saveUnreadable}
        </Button>
        <Button small variant="danger" onClick={deleteUnreadablePresets}>
          {messages.startOver}
        </Button>
      </p>
    </div>
  )
}
