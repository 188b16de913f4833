import { ArrowLeft } from '../design/icons.ts';
import { Button } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import { formatRoute, goBack, type Route } from '../routing/router.ts';
import { channelIn, conversationIn } from '../store/narrow.ts';
import { hrefOfTopics } from '../text/names.ts';
import { displayedRoute } from './home-view.ts';
import { DIRECT } from './sidebar/direct-messages.tsx';

/** Views that the bottom bar opens. */
const FIRST = new Set<Route['view']>(['inbox', 'direct', 'you']);

/** The arrow at the start of the header on narrow screens, in every view that the bottom bar does not open. */
export function BackButton({ place, spectator }: { place: Route; spectator: boolean }) {
  const home = displayedRoute(spectator, { view: 'home' });
  if (FIRST.has(place.view) || place.view === home.view) return null;
  return (
    <Button
      kind="quiet"
      class="back-button"
      icon={ArrowLeft}
      label={t('Back')}
      onClick={() => goBack(getParent(place))}
    />
  );
}

/** The address that contains a view: the list of its conversations, or the home view. */
function getParent(place: Route): string {
  if (place.view === 'settings' || place.view === 'organization')
    return place.path.length > 0 ? `#${place.view}` : '#you';
  if (place.view !== 'narrow') return formatRoute({ view: 'home' });
  const conversation = conversationIn(place.narrow);
  if (conversation?.kind === 'direct') return DIRECT;
  const channel = channelIn(place.narrow);
  return conversation && channel !== undefined ? hrefOfTopics(channel) : formatRoute({ view: 'home' });
}
