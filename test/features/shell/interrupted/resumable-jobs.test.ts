import { describe, expect, it } from 'vitest'
import { migrateJournaledJob } from '#src/features/shell/interrupted/earlier-journals.ts'
import { resumableJobOf, resumableJobs } from '#src/features/shell/interrupted/resume-jobs.ts'
import { takeBackRestore } from '#src/features/trash/take-back-restore.ts'
import { moveItemsToTrash, restore } from '#src/features/trash/trash-writes.ts'
import { readJournaledJob } from '#src/jobs/journal/journaled-job.ts'
import journals from './journals-of-earlier-pages.json' with { type: 'json' }

/* A journaled job is offered after a reload only when the list of resumable jobs has it. */

const sources = import.meta.glob<string>('/src/{features,pages}/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const modules = import.meta.glob<Record<string, unknown>>('/src/{features,pages}/**/*.{ts,tsx}')

const definitions = /\bdefineJob[<(]/g

/** Where jobs with a journal are defined. */
const definingFiles = Object.entries(sources)
  .filter(([, source]) => source.match(definitions) && /\bjournal\b/.test(source))
  .map(([path]) => path)

const isJob = (value: unknown): value is typeof restore =>
  typeof value === 'function' && 'definition' in value

/** The jobs that a module exports, by themselves or in an object. */
const jobsOf = (module: Record<string, unknown>) =>
  Object.values(module)
    .flatMap((value): unknown[] =>
      value !== null && typeof value === 'object' ? Object.values(value) : [value],
    )
    .filter(isJob)

describe('T3 after a reload', () => {
  it.each(definingFiles)('each job with a journal can be resumed: %s', async (path) => {
    const jobs = jobsOf((await modules[path]?.()) ?? {})
    // One that is not exported could not be in the list.
    expect(jobs).toHaveLength(sources[path]?.match(definitions)?.length ?? 0)
    const resumable = resumableJobs.map(({ journalName }) => journalName)
    for (const { definition } of jobs)
      if (definition.journal) expect(resumable).toContain(definition.journal.name)
  })

  it('no two kinds of jobs write their journals under one name', () => {
    const names = resumableJobs.map(({ journalName }) => journalName)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each([
    ['Undo of a restore with Replace', takeBackRestore],
    ['deletion', moveItemsToTrash],
  ] as const)('an Undo of a restore and a deletion are told apart: %s', (kind, write) => {
    const { header, steps } = journals[kind]
    const restored = readJournaledJob({ id: 'journal', user: 'mei', header, steps })
    const found = restored && resumableJobOf(migrateJournaledJob(restored))
    expect(found?.journalName).toBe(write.definition.journal?.name)
  })

  it('a restore with Keep both of the first version goes on in the folder that it has named', () => {
    const { header, steps } = journals['restore with Keep both']
    const restored = readJournaledJob({ id: 'journal', user: 'mei', header, steps })
    const { stagingFolderName } = header.variables.keepBoth
    expect(restored && migrateJournaledJob(restored).effects).toContainEqual({ stagingFolderName })
  })
})
