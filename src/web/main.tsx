import { effect } from '@preact/signals';
import { render } from 'preact';
import { applyAppearance, loadBrowserSettings } from './actions/browser-settings.ts';
import { loadDrafts } from './actions/drafts.ts';
import { protectUnsentRead } from './actions/flags.ts';
import { followMoves } from './actions/moved-conversations.ts';
import { loadOutbox } from './actions/send.ts';
import { followTopics } from './actions/topics.ts';
import { toast } from './design/layers.tsx';
import { errorText } from './errors/error-text.ts';
import { RequestError } from './errors/request-error.ts';
import { browserLanguage, setLanguage, supportedLanguage, t } from './i18n/text.ts';
import { listenToKeys, loadKeySettings, registerShortcuts } from './keyboard/shortcuts.ts';
import { followAddress } from './routing/router.ts';
import { connect } from './server/connection.ts';
import { pause } from './server/request.ts';
import { withoutExpired } from './store/activity.ts';
import { deleteCache, readCachedState } from './store/local/cache.ts';
import { formatSettings } from './store/local/format-settings.ts';
import { type InstallPrompt, installPrompt } from './store/local/install.ts';
import { isReady, showCached, store } from './store/store.ts';
import { App } from './views/app.tsx';
import { ConnectionNotices } from './views/connection-notices.tsx';
import { openCardsOnClick } from './views/menus.tsx';
import { preload } from './views/search/search.tsx';
import { shortcuts } from './views/shortcuts.ts';
import { openPanel } from './views/user-list/panel-state.ts';

const spectator = document.documentElement.hasAttribute('data-spectator');

// There is no top-level `await`, because chunks that load later import this script and would wait for it to finish.
/** Milliseconds to wait for the cache before waiting for the server instead. */
const CACHE_TIMEOUT = 1000;

async function startClient(): Promise<void> {
  followAddress();
  await showState();
  // Applying the data and rendering it take one frame each.
  await pause(0);
  if (!spectator) startAccountFeatures();
  showUnhandledErrors();
  effect(applyUserSettings);
  loadBrowserSettings();
  applyAppearance();
  setInterval(() => {
    store.typing.value = withoutExpired(store.typing.peek(), Date.now());
  }, 3000);
  renderApp();
  // If the server is unreachable now, each chunk is loaded when it is needed.
  setTimeout(() => void preload().catch(() => {}), 5 * CACHE_TIMEOUT);
  void startBackground();
}

/** Shows the cached state of the last visit at once, which the server's response replaces, or waits for the server. */
async function showState(): Promise<void> {
  const user = Number(document.getElementById('app')!.dataset.user ?? 0);
  const reading = user === 0 ? undefined : Promise.race([readCachedState(user), pause(CACHE_TIMEOUT)]);
  const connected = connect(spectator, reading);
  const found = await reading;
  const cached = isReady.peek() ? undefined : found || undefined;
  if (!cached) return waitForServer(connected);
  showCached(cached);
  void connected.then(async () => {
    // Another user has signed in meanwhile.
    if (store.me.peek().id === user) return;
    await deleteCache();
    location.reload();
  });
}

/** Nothing can be shown before the server responds. If it does not, the page says so. */
async function waitForServer(connected: Promise<void>): Promise<void> {
  const notices = document.querySelector('.opening')!.appendChild(document.createElement('div'));
  void setLanguage(document.documentElement.lang);
  render(<ConnectionNotices />, notices);
  await connected;
  render(null, notices);
}

/** What visitors without an account do not have. */
function startAccountFeatures(): void {
  loadDrafts();
  openPanel();
  loadKeySettings();
  loadOutbox(t('The page was closed before this message was sent.'));
  protectUnsentRead();
  followTopics();
  followMoves();
  // Browsers report it once, before the background features are loaded. The client offers the installation itself.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installPrompt.value = event as InstallPrompt;
  });
}

/** Shows errors of requests that no caller handles. */
function showUnhandledErrors(): void {
  addEventListener('unhandledrejection', (event) => {
    if (!(event.reason instanceof RequestError)) return;
    event.preventDefault();
    toast(errorText(event.reason), true);
  });
}

/** Applies the user's theme, language and formats. */
function applyUserSettings(): void {
  const { color_scheme, default_language, twenty_four_hour_time } = store.settings.value;
  const theme = { 2: 'dark', 3: 'light' }[color_scheme as number];
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  const language = spectator ? browserLanguage() : default_language;
  const zone = store.users.value.get(store.me.value.id)?.timezone;
  formatSettings.value = {
    language: supportedLanguage(language),
    twentyFour: twenty_four_hour_time,
    ...(zone && { zone }),
  };
  void setLanguage(language);
}

function renderApp(): void {
  const root = document.getElementById('app')!;
  root.replaceChildren();
  // Registered before the views register their own handlers.
  registerShortcuts(shortcuts);
  render(<App spectator={spectator} />, root);
  listenToKeys();
  openCardsOnClick();
}

async function startBackground(): Promise<void> {
  const living = await import('./background/start.ts').catch(() => undefined);
  if (living) return living.startBackgroundFeatures(spectator);
  await pause(5 * CACHE_TIMEOUT);
  return startBackground();
}

void startClient();
