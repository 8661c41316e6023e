import { noteTexts } from './note-texts.ts'
import { file, fuji, photo, song, textFile } from './sample-file.ts'
import type { SampleFile } from './sample-file.ts'

/** The owner's music, desktop and memos. */
export const personalFiles: readonly SampleFile[] = [
  song('01 Low water.wav', 'Low water', 'Vestfjord Trio', 'Slack Tide', 24, 3, 150.1),
  song('02 Kelp.wav', 'Kelp', 'Vestfjord Trio', 'Slack Tide', 21, 11, 150.08),
  song('03 Seven buoys.wav', 'Seven buoys', 'Vestfjord Trio', 'Slack Tide', 27, 29, 150.06),
  song('04 Ferry at six.wav', 'Ferry at six', 'Vestfjord Trio', 'Slack Tide', 18, 47, 150.04),
  song('夜航.wav', '夜航', '海岸电台', '潮间带', 22, 71, 81.5),
  textFile(
    'Desktop',
    'todo.txt',
    'text/plain',
    0.2,
    'ring the printer\nbook the hall\nsend Aiko the blue\nfind the other glove\n',
  ),
  photo(
    'Desktop',
    'wallpaper.jpg',
    'misty-mountains',
    31.0,
    { camera: fuji, f: '8', iso: 160, mm: 90, seconds: '1/160', at: '2026-06-18T05:12:33+02:00' },
    1200,
  ),
  file('Desktop', 'empty file.txt', 'text/plain', 1.4, () => new Uint8Array(0)),
  textFile('Desktop', '.hidden settings', 'text/plain', 77.1, 'theme=sea\n'),
  textFile('Memos', 'Printer.txt', 'text/plain', 2.8, noteTexts.memo),
  textFile('Memos', 'Åse’s number.txt', 'text/plain', 140.6, 'Åse: 555 01 23, not before ten\n'),
]
