import { signal, useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { memoByObject } from '../../shared/memo.ts';
import { NotLoaded } from '../design/lazy.tsx';
import { Skeleton } from '../design/primitives.tsx';
import { t } from '../i18n/text.ts';
import type { Route } from '../routing/router.ts';
import { waitForPaint } from '../store/local/after-paint.ts';

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
  you: () => import('./you/page.tsx').then(({ Page }) => Page),
  user: () => import('./people/page.tsx').then(({ Page }) => Page),
};

export const pageFor = (place: Route): Load | undefined => PAGES[place.view];

/** The page that a function loaded. */
const getPage = memoByObject((_: Load) => signal<PageView | undefined>(undefined));

export function Lazy({ load, place }: { load: Load; place: Route }) {
  const missed = useSignal<Load | undefined>(undefined);
  const page = getPage(load);
  useEffect(() => {
    if (page.peek()) return;
    load().then(
      async (view) => {
        // Evaluating the script and rendering the page take one frame each.
        await waitForPaint();
        page.value = view;
      },
      () => {
        missed.value = load;
      },
    );
  }, [load]);
  const { value: Page } = page;
  if (Page) return <Page place={place} />;
  return missed.value === load ? <NotLoaded /> : <Skeleton label={t('Loading…')} />;
}
