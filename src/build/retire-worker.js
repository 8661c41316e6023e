// Takes the place of another front end's service worker at the same address: it deletes what that one has cached,
// removes itself, and loads the open pages again, this time from the server.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(retire()))

async function retire() {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
  const pages = await self.clients.matchAll({ type: 'window' })
  for (const page of pages) void page.navigate(page.url)
}
