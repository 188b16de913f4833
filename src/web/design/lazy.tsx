import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';
import { t } from '../i18n/text.ts';
import { painted } from './after-paint.ts';
import { CloudOff } from './icons.ts';
import { Button, EmptyState } from './primitives.tsx';

/** In place of a page whose script did not come: the server is away, or has become a newer one, which has others. */
export const NotLoaded = () => (
  <EmptyState icon={CloudOff} title={t('This page did not come')}>
    <p>{t('The server may be away for a moment, or have been renewed.')}</p>
    <Button onClick={() => location.reload()}>{t('Try again')}</Button>
  </EmptyState>
);

/** A view whose script comes when it is first drawn; until then nothing is in its place, nor if it does not come, unless it is a page. */
export function later<P extends object>(
  load: () => Promise<FunctionComponent<P>>,
  isPage = false,
): FunctionComponent<P> {
  let View: FunctionComponent<P> | undefined;
  return (props: P) => {
    const arrived = useSignal<boolean | undefined>(View !== undefined);
    useEffect(() => {
      if (View) return;
      // Who is offline gets it the next time it is drawn.
      load().then(
        async (view) => {
          View = view;
          // That the script of a page is read and that it is drawn are two frames.
          if (isPage) await painted();
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
