import { effect } from '@preact/signals';
import { render } from 'preact';
import { followAppearance, openLocal } from './actions/browser-settings.ts';
import { forgetKept, readKept } from './actions/cache.ts';
import { openDrafts } from './actions/drafts.ts';
import { keepRead } from './actions/feed.ts';
import { openOutbox } from './actions/send.ts';
import { followTopics } from './actions/topics.ts';
import { toast } from './design/layers.tsx';
import { reasonOf } from './errors/error-text.ts';
import { ofBrowser, speak, spokenBy, t } from './i18n/text.ts';
import { shortcuts } from './keyboard/handlers.ts';
import { handles, listenToKeys, openKeys } from './keyboard/shortcuts.ts';
import { followMoves } from './routing/moved-conversations.ts';
import { followAddress } from './routing/router.ts';
import { connect } from './server/connection.ts';
import { pause, RequestError } from './server/request.ts';
import { withoutExpired } from './store/activity.ts';
import { isReady, showCached, store } from './store/store.ts';
import { clock } from './text/format.ts';
import { App } from './views/app.tsx';
import { LinkState } from './views/connection-notices.tsx';
import { openCards } from './views/menus.tsx';
import { preload } from './views/search/search.tsx';
import { openPanel } from './views/user-list/panel-state.ts';

const spectator = document.documentElement.hasAttribute('data-spectator');

// There is no top-level `await`, because chunks that load later import this script and would wait for it to finish.
/** Milliseconds to wait for the cache before waiting for the server instead. */
const PATIENCE = 1000;

async function begin(): Promise<void> {
  followAddress();
  // Shows the cached state of the last visit at once. The server's response replaces it.
  const user = Number(document.documentElement.dataset.user ?? 0);
  const connected = connect(spectator);
  const found = user === 0 ? undefined : await Promise.race([readKept(user), pause(PATIENCE)]);
  const kept = isReady.peek() ? undefined : found || undefined;
  if (kept) showCached(kept);
  if (kept)
    void connected.then(async () => {
      // Another user has signed in meanwhile.
      if (store.me.peek().id === user) return;
      await forgetKept();
      location.reload();
    });
  else {
    // Nothing can be shown before the server responds. If it does not, the page says so.
    const waiting = document.querySelector('.opening')!.appendChild(document.createElement('div'));
    void speak(document.documentElement.lang);
    render(<LinkState />, waiting);
    await connected;
    render(null, waiting);
  }
  // Applying the data and rendering it take one frame each.
  await pause(0);
  if (!spectator) {
    openDrafts();
    openPanel();
    openKeys();
    openOutbox(t('The page was closed before this message was sent.'));
    keepRead();
    followTopics();
    followMoves();
  }
  // Shows errors of requests that no caller handles.
  addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof RequestError)) return;
    event.preventDefault();
    toast(reasonOf(event.reason), true);
  });

  effect(() => {
    const { color_scheme, default_language, twenty_four_hour_time } = store.settings.value;
    const theme = { 2: 'dark', 3: 'light' }[color_scheme as number];
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    const language = spectator ? ofBrowser() : default_language;
    const zone = store.users.value.get(store.me.value.id)?.timezone;
    clock.value = { language: spokenBy(language), twentyFour: twenty_four_hour_time, ...(zone && { zone }) };
    void speak(language);
  });

  openLocal();
  followAppearance();

  setInterval(() => {
    store.typing.value = withoutExpired(store.typing.peek(), Date.now());
  }, 3000);

  const root = document.getElementById('app')!;
  root.replaceChildren();
  // Registered before the views register their own handlers.
  handles(shortcuts);
  render(<App spectator={spectator} />, root);
  listenToKeys();
  openCards();
  // If the server is unreachable now, each chunk is loaded when it is needed.
  setTimeout(() => void preload().catch(() => {}), 5 * PATIENCE);
  void liveOn();
}

async function liveOn(): Promise<void> {
  const living = await import('./notifications/start.ts').catch(() => undefined);
  if (living) return living.live(spectator);
  await pause(5 * PATIENCE);
  return liveOn();
}

void begin();
