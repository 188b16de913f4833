import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/text.ts';
import { retryNow } from '../server/connection.ts';
import { waitForPaint } from '../store/local/after-paint.ts';
import { connection } from '../store/store.ts';
import { CloudOff } from './icons.ts';
import { Button, EmptyState } from './primitives.tsx';

/**
 * Shown instead of a page whose script could not be loaded: the server is unreachable, or a newer build has replaced
 * the script. Browsers load a failed script again only after a reload, which would lose the page while the server is
 * unreachable.
 */
export const NotLoaded = () => (
  <EmptyState icon={CloudOff} title={t('This page couldn’t be loaded')}>
    <p>{t('The server may be unavailable, or it was updated. Try again in a moment.')}</p>
    <Button onClick={() => (['live', 'portal'].includes(connection.peek()) ? location.reload() : retryNow())}>
      {t('Try again')}
    </Button>
  </EmptyState>
);

/**
 * A view whose script is loaded when it is first rendered. Until then it shows nothing. If loading fails, only a page
 * shows an error.
 */
export function lazyView<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  isPage = false,
): FunctionComponent<P> {
  let View: FunctionComponent<P> | undefined;
  return (props: P) => {
    const arrived = useSignal<boolean | undefined>(View !== undefined);
    useEffect(() => {
      // The script may have arrived since this was rendered, for another one.
      if (View) {
        arrived.value = true;
        return;
      }
      // A failed load is tried again the next time the view is rendered.
      load().then(
        async (view) => {
          View = view;
          // Evaluating a page's script and rendering the page take one frame each.
          if (isPage) await waitForPaint();
          arrived.value = true;
        },
        () => {
          arrived.value = undefined;
        },
      );
    }, []);
    if (arrived.value && View) return <View {...props} />;
    return isPage && arrived.value === undefined ? <NotLoaded /> : null;
  };
}
