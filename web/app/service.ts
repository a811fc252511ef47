// Service worker: caches the page for use without a network.

declare const self: ServiceWorkerGlobalScope;
declare const VERSION: string;
declare const FILES: string[];

interface ServiceWorkerGlobalScope extends WorkerGlobalScope {
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}

self.addEventListener("install", (event) => {
  const kept = caches.open(VERSION).then((cache) => cache.addAll(FILES));
  (event as ExtendableEvent).waitUntil(kept.then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))));
  (event as ExtendableEvent).waitUntil(old.then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  const { request } = event as FetchEvent;
  (event as FetchEvent).respondWith(caches.match(request, { ignoreSearch: true }).then((found) => found ?? fetch(request)));
});

export {};
