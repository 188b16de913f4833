import type { Route } from '../routing/router.ts';
import { currentRoute } from '../store/local/route.ts';
import { store } from '../store/store.ts';

const HOMES: Record<string, Route['view']> = { recent_topics: 'recent', inbox: 'inbox', all_messages: 'feed' };

/** The location to show. An empty address means the home view of the user's settings. */
export function displayedRoute(spectator: boolean, asked: Route = currentRoute.value): Route {
  if (asked.view !== 'home') return asked;
  return { view: spectator ? 'recent' : (HOMES[store.settings.value.web_home_view] ?? 'inbox') } as Route;
}
