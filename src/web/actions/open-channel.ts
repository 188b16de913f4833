import { STEPS } from '../store/onboarding.ts';
import { store } from '../store/store.ts';
import { hrefOfTopics } from '../text/names.ts';
import { readStored, writeStored } from './local-storage.ts';

/** The initial views of a channel: the values of `web_channel_default_view`. */
const VIEW = { newestTopic: 1, feed: 2, topics: 3, newestUnread: 4 } as const;

const STORED = 'opened-channels';

/** Whether a user who does not know topics yet opens the channel for the first time in this browser. */
function isFirstOpening(id: number): boolean {
  if (!store.onboardingSteps.peek().has(STEPS.topics)) return false;
  const opened = readStored<number[]>(STORED, []);
  if (opened.includes(id)) return false;
  writeStored(STORED, [...opened, id]);
  return true;
}

/**
 * A click on a channel in the sidebar opens the view that the user's settings choose, and the list of topics the first
 * time. The link's address remains the channel's feed.
 */
export function openChannel(event: MouseEvent, id: number): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const view = isFirstOpening(id) ? VIEW.topics : (store.settings.peek().web_channel_default_view ?? VIEW.feed);
  if (view === VIEW.feed) return;
  event.preventDefault();
  if (view === VIEW.topics) location.hash = hrefOfTopics(id);
  else void import('./open-newest-topic.ts').then(({ openNewest }) => openNewest(id, view === VIEW.newestUnread));
}
