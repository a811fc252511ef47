// Service worker: keeps the files of one release for use without a network.

declare const self: ServiceWorkerGlobalScope;
declare const VERSION: string;
declare const FILES: string[];

/** Other pages of the same site have caches, too. */
const OURS = `hidden-decks ${self.registration.scope} `;
const CACHE = OURS + VERSION;

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // Past the browser's HTTP cache, which may have files of an earlier release.
  await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
}

async function removeOld(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && name !== CACHE).map((name) => caches.delete(name)));
}

async function answer(request: Request): Promise<Response> {
  const { waiting } = self.registration;
  // A new release takes over when the only open page is loaded again. The answer makes the browser ask the new worker.
  if (request.mode === "navigate" && waiting !== null && (await self.clients.matchAll()).length < 2) {
    waiting.postMessage("take over");
    return new Response("", { headers: { Refresh: "0" } });
  }
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(removeOld()));
self.addEventListener("message", () => void self.skipWaiting());
self.addEventListener("fetch", (event) => event.respondWith(answer(event.request)));

export {};
