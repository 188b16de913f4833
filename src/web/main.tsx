import { effect } from '@preact/signals';
import { render } from 'preact';
import { openDrafts } from './actions/drafts.ts';
import { openOutbox } from './actions/send.ts';
import { followTopics } from './actions/topics.ts';
import { connect } from './connection.ts';
import { clock } from './format.ts';
import { speak, spokenBy, t } from './i18n/text.ts';
import { listenToKeys, openKeys } from './keys.ts';
import { follow } from './router.ts';
import { withoutSilent } from './store/living.ts';
import { store } from './store/store.ts';
import { App } from './views/app.tsx';
import { openPanel } from './views/people-panel.tsx';
import { followMoves } from './views/whereabouts.ts';

const spectator = document.documentElement.hasAttribute('data-spectator');

follow();
await connect(spectator);
if (!spectator) {
  openDrafts();
  openPanel();
  openKeys();
  openOutbox(t('The page was closed before this was sent.'));
  followTopics();
  followMoves();
}

effect(() => {
  const { color_scheme, default_language, twenty_four_hour_time } = store.settings.value;
  const theme = { 2: 'dark', 3: 'light' }[color_scheme as number];
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  const language = spectator ? navigator.language : default_language;
  const zone = store.people.value.get(store.me.value.id)?.timezone;
  clock.value = { language: spokenBy(language), twentyFour: twenty_four_hour_time, ...(zone && { zone }) };
  void speak(language);
});

setInterval(() => {
  store.typing.value = withoutSilent(store.typing.peek(), Date.now());
}, 3000);

const root = document.getElementById('app')!;
root.replaceChildren();
render(<App spectator={spectator} />, root);
listenToKeys();
// What goes on beside the page can wait until it is drawn.
void import('./living/start.ts').then(({ live }) => live(spectator));
