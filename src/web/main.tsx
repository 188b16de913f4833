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
import { follow } from './routing/router.ts';
import { connect } from './server/connection.ts';
import { pause, Refusal } from './server/request.ts';
import { withoutSilent } from './store/activity.ts';
import { ready, restore, store } from './store/store.ts';
import { clock } from './text/format.ts';
import { App } from './views/app.tsx';
import { LinkState } from './views/connection-notices.tsx';
import { openCards } from './views/menus.tsx';
import { preload } from './views/search/search.tsx';
import { openPanel } from './views/user-list/panel-state.ts';

const spectator = document.documentElement.hasAttribute('data-spectator');

// No `await` on the outside: what is loaded later has this script within its own, and would wait for the end of it.
/** A browser may be slow to find what it kept; then the server is waited for. */
const PATIENCE = 1000;

async function begin(): Promise<void> {
  follow();
  // What was known at the last visit is shown at once; the server's answer comes behind it.
  const user = Number(document.documentElement.dataset.user ?? 0);
  const connected = connect(spectator);
  const found = user === 0 ? undefined : await Promise.race([readKept(user), pause(PATIENCE)]);
  const kept = ready.peek() ? undefined : found || undefined;
  if (kept) restore(kept);
  if (kept)
    void connected.then(async () => {
      // Somebody else signed in meanwhile.
      if (store.me.peek().id === user) return;
      await forgetKept();
      location.reload();
    });
  else {
    // Nothing can be shown before the server answers; if it does not, that is said.
    const waiting = document.querySelector('.opening')!.appendChild(document.createElement('div'));
    void speak(document.documentElement.lang);
    render(<LinkState />, waiting);
    await connected;
    render(null, waiting);
  }
  // What is known was taken up; no frame waits for that and the drawing of it.
  await pause(0);
  if (!spectator) {
    openDrafts();
    openPanel();
    openKeys();
    openOutbox(t('The page was closed before this was sent.'));
    keepRead();
    followTopics();
    followMoves();
  }
  // What was asked of the server in passing and could not be is told, and not passed over.
  addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof Refusal)) return;
    event.preventDefault();
    toast(reasonOf(event.reason), true);
  });

  effect(() => {
    const { color_scheme, default_language, twenty_four_hour_time } = store.settings.value;
    const theme = { 2: 'dark', 3: 'light' }[color_scheme as number];
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    const language = spectator ? ofBrowser() : default_language;
    const zone = store.people.value.get(store.me.value.id)?.timezone;
    clock.value = { language: spokenBy(language), twentyFour: twenty_four_hour_time, ...(zone && { zone }) };
    void speak(language);
  });

  openLocal();
  followAppearance();

  setInterval(() => {
    store.typing.value = withoutSilent(store.typing.peek(), Date.now());
  }, 3000);

  const root = document.getElementById('app')!;
  root.replaceChildren();
  // Before what is drawn says what they do there.
  handles(shortcuts);
  render(<App spectator={spectator} />, root);
  listenToKeys();
  openCards();
  // If the server is away just then, it is loaded when it is wanted.
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
