import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { painted } from '../design/after-paint.ts';
import { NotLoaded } from '../design/lazy.tsx';
import { Skeleton } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import type { Route } from '../routing/router.ts';

/** A page in its own chunk with its own style. It fills `main`, including the header. */
export type PageView = FunctionComponent<{ place: Route }>;
type Load = () => Promise<PageView>;

const administration: Load = () => import('./administration/page.tsx').then(({ Page }) => Page);

/**
 * The pages by the first part of their address: `settings: () => import('./settings/page.tsx').then(({ Page }) =>
 * Page)`.
 */
const PAGES: Partial<Record<Route['view'], Load>> = {
  organization: administration,
  groups: administration,
  settings: () => import('./settings/page.tsx').then(({ Page }) => Page),
  channels: () => import('./channels/page.tsx').then(({ Page }) => Page),
  user: () => import('./people/page.tsx').then(({ Page }) => Page),
};

export const pageFor = (place: Route): Load | undefined => PAGES[place.view];

const loaded = new Map<Load, PageView>();

export function Lazy({ load, place }: { load: Load; place: Route }) {
  const arrived = useSignal(0);
  const missed = useSignal<Load | undefined>(undefined);
  const Page = loaded.get(load);
  useEffect(() => {
    if (loaded.has(load)) return;
    load().then(
      async (view) => {
        loaded.set(load, view);
        // Evaluating the script and rendering the page take one frame each.
        await painted();
        arrived.value++;
      },
      () => {
        missed.value = load;
      },
    );
  }, [load]);
  if (arrived.value >= 0 && Page) return <Page place={place} />;
  return missed.value === load ? <NotLoaded /> : <Skeleton label={t('Loading…')} />;
}
