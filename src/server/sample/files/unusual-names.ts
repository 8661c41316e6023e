import { docx, xlsx } from '#src/server/sample/formats/office.ts'
import { noteTexts } from './note-texts.ts'
import { drone, excelMime, file, photo, textFile, wordMime } from './sample-file.ts'
import type { SampleFile } from './sample-file.ts'

/** Names in other scripts, and names that break programs which expect simple ones. */
export const unusuallyNamedFiles: readonly SampleFile[] = [
  textFile('会议记录', '2026-07-08 产品例会.md', 'text/markdown', 9.6, noteTexts.chinese),
  file('会议记录', '与会名单.xlsx', excelMime, 9.5, () =>
    xlsx(
      [
        ['姓名', '部门', '出席'],
        ['王晓雨', '数据', '是'],
        ['李明哲', '产品', '是'],
        ['陈思远', '设计', '是'],
      ],
      '名单',
    ),
  ),
  file('会议记录', '季度总结.docx', wordMime, 17.4, () =>
    docx({
      title: '第二季度总结',
      paragraphs: [
        '# 完成',
        '分享链接、回收站与文件锁已全部上线。',
        '# 不足',
        '移动端的长文件名仍会遮住操作按钮。',
        '# 下一步',
        '九月研讨会之前完成资料归档。',
      ],
    }),
  ),
  textFile('مشاريع', 'تقرير يوليو ٢٠٢٦.txt', 'text/plain', 8.3, noteTexts.arabic),
  file('مشاريع', 'ميزانية.xlsx', excelMime, 8.2, () =>
    xlsx(
      [
        ['البند', 'المبلغ'],
        ['أجهزة القياس', 4200],
        ['السفر', 1350],
        ['الترجمة', 600],
      ],
      'ميزانية',
    ),
  ),
  photo(
    'مشاريع',
    'صورة الساحل.jpg',
    'drone-fjord',
    8.1,
    {
      camera: drone,
      f: '1.7',
      iso: 100,
      mm: 24,
      seconds: '1/800',
      at: '2026-07-08T13:41:02+02:00',
    },
    900,
  ),
  textFile('Memos', 'סיכום שיחה.txt', 'text/plain', 8.0, noteTexts.hebrew),
  textFile(
    'Memos',
    '👩‍👩‍👧‍👦 family plans 👨🏽‍🌾.md',
    'text/markdown',
    13.3,
    '# Summer\n\nGrandmother comes on the 20th. Strawberries before that.\n',
  ),
  textFile('Memos', '🇳🇴🇯🇵🇧🇷 flags.txt', 'text/plain', 13.2, 'Norway, Japan, Brazil\n'),
  textFile(
    'Memos',
    'Cafe\u0301 re\u0301sume\u0301.md',
    'text/markdown',
    90.3,
    'The accents in this name are separate characters.\n',
  ),
  textFile(
    'Memos',
    'Z\u0351\u036ba\u0348\u0363l\u0334\u0342g\u0327\u0308o\u0353\u0365.txt',
    'text/plain',
    90.2,
    'Several marks on every letter.\n',
  ),
  textFile(
    'Memos',
    'invoice_\u202efdp.exe.txt',
    'text/plain',
    66.6,
    'The name turns around in the middle.\n',
  ),
  textFile('Memos', 'two\nlines.txt', 'text/plain', 66.5, 'There is a line feed in the name.\n'),
  textFile(
    'Memos',
    `${'会议纪要_'.repeat(19)}终-1.md`,
    'text/markdown',
    58.8,
    '这个文件名正好是 255 字节。\n',
  ),
  textFile(
    'Memos',
    "&lt;b&gt; 'bold' &amp; #1 100%.md",
    'text/markdown',
    58.1,
    'Shown as it is written, or not at all.\n',
  ),
  textFile('Memos', ' leading space.txt', 'text/plain', 57.2, 'One space before.\n'),
  textFile('Memos', 'trailing space ', 'text/plain', 57.1, 'One space after, and no extension.\n'),
  textFile(
    'Memos',
    '%2e%2e%2fnot-a-path.txt',
    'text/plain',
    56.9,
    'Percent signs are only percent signs.\n',
  ),
  textFile('Memos', 'नमस्ते दुनिया.txt', 'text/plain', 55.2, 'नमस्ते।\n'),
  textFile('Memos', 'สวัสดีปีใหม่.txt', 'text/plain', 55.1, 'สวัสดีปีใหม่\n'),
  textFile('Memos', 'Привет, Ёжик.txt', 'text/plain', 54.9, 'Ёжик в тумане.\n'),
  textFile('Memos', '한국어 메모.txt', 'text/plain', 54.8, '회의는 열 시에 시작합니다.\n'),
  textFile('Memos', '旅行の写真メモ.txt', 'text/plain', 54.7, '次は冬に行きたい。\n'),
]
