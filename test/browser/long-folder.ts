import type { Page } from 'playwright-core'

type Answer = { data?: { files?: { id: string; name: string; path: string }[] } }

/**
 * Lets the page see a folder with one file as one with so many of that kind: to create them takes half a minute. What is
 * created in it is listed beside them.
 */
export const makeLong = (page: Page, uri: string, count: number): Promise<unknown> =>
  page.route(
    ({ pathname, searchParams }) =>
      pathname.endsWith('/api/v4/file') &&
      decodeURIComponent(searchParams.get('uri') ?? '') === uri,
    async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as Answer
      const { files = [] } = answer.data ?? {}
      const [first] = files
      if (first)
        for (let at = 1; at < count; at++) {
          const name = `copy ${at}.txt`
          const path = first.path.replace(/[^/]*$/, encodeURIComponent(name))
          files.push({ ...first, id: `${first.id}-${at}`, name, path })
        }
      await route.fulfill({ response, json: answer })
    },
  )
