import { nameClashQuestion } from '#src/features/name-clash/name-clash-question.ts'
import { restorePlanQuestion } from '#src/features/trash/restore-plan/restore-plan.ts'
import { lockQuestion } from '#src/jobs/locks/lock-question.ts'
import { allQuestions } from '#src/jobs/questions/questions.ts'
import type { PagedList } from '#src/lists/paged-list.ts'
import { trashUri } from '../model/account.ts'
import type { AppSession } from './app-session.ts'
import { nameOf, shownRows, textOnScreen, topDialog, usable } from './screen.ts'

/* What must be true of the screen whenever nothing is in progress. Each returns what is wrong, in words. */

const rowNames = (list: PagedList<{ id: string; name: string }>): string[] =>
  [...list.order].flatMap((rowIndex) => list.at(rowIndex)?.name ?? []).sort()

/** The rows and the count above them are those of the list, which is what the service has (`checkLists`). */
export function checkRows({ page, listOnPage }: AppSession): string[] {
  const list = listOnPage === 'links' ? page.linkList() : page.lists().get(listOnPage ?? '')
  if (!list || list.loadState.at !== 'complete') return []
  const wrong: string[] = []
  const shown = shownRows()
    .map((row) => row.getAttribute('aria-label') ?? '')
    .sort()
  const wanted = rowNames(list)
  if (shown.join('|') !== wanted.join('|'))
    wrong.push(`${listOnPage} shows ${shown.join(', ')} for ${wanted.join(', ')}`)
  for (const status of document.querySelectorAll('main header [role=status]')) {
    const [, count] = /^(\d+) (?:items?|links?)$/.exec(status.textContent) ?? []
    if (count !== undefined && Number(count) !== wanted.length)
      wrong.push(`${listOnPage} says ${status.textContent} of ${wanted.length}`)
  }
  return wrong
}

/** The numbers beside Shares and Trash. */
export function checkBadges({ page }: AppSession): string[] {
  const wrong: string[] = []
  const lists = { '/shares': page.linkList(), '/trash': page.lists().get(trashUri) }
  for (const [path, list] of Object.entries(lists)) {
    const badge = document.querySelector(`nav a[href="${path}"] b`)?.textContent
    if (badge === undefined || list?.loadState.at !== 'complete') continue
    if (badge !== String(list.size)) wrong.push(`${path} is marked ${badge} for ${list.size}`)
  }
  return wrong
}

/** A question is what can be answered, and nothing can be used but the dialog on top. */
export function checkDialogs(): string[] {
  const top = topDialog()
  const title = top?.querySelector('h2')?.textContent ?? ''
  const question = allQuestions().find(({ state }) => state === 'asking' || state === 'busy')
  const titles = [
    { kind: restorePlanQuestion, wanted: /^Restore \d+ item/ },
    { kind: nameClashQuestion, wanted: /already|taken/i },
    { kind: lockQuestion, wanted: /^Can’t .* yet$/ },
  ]
  const expected = titles.find(({ kind }) => question?.kind === kind)
  if (question?.state !== 'asking' || !expected) return []
  if (!top) return ['a question is not on the screen']
  return expected.wanted.test(title) ? [] : [`${title} hides a question`]
}

/** Focus is in the page, and in the dialog on top when there is one. */
export function checkFocus({ hasHadFocus }: AppSession): string[] {
  const { activeElement } = document
  const top = topDialog()
  if (top && !top.contains(activeElement)) {
    const where = activeElement ? nameOf(activeElement).slice(0, 40) : 'nothing'
    return [`focus is behind the dialog, on ${where}`]
  }
  const isLost = activeElement === document.body || activeElement === null
  return hasHadFocus && isLost && usable().length > 0 ? ['focus is nowhere'] : []
}

const nonsense = /undefined|NaN|\[object |\{\w+\}|\bnull\b/

/** Texts that show a value in place of a word. */
export function checkText(): string[] {
  const text = textOnScreen()
  const at = text.search(nonsense)
  return at < 0 ? [] : [`the screen says “${text.slice(Math.max(at - 40, 0), at + 40)}”`]
}

/** A dialog can be left, and nothing loads for ever. */
export function checkLoading(): string[] {
  const loading = document.querySelector('main [role=progressbar]')
  return loading ? [`${nameOf(loading)} has no end`] : []
}
