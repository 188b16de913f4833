import { useSignal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useEffect } from 'preact/hooks';

/** A view whose script comes when it is first drawn; until then nothing is in its place. */
export function later<P extends object>(load: () => Promise<FunctionComponent<P>>): FunctionComponent<P> {
  let View: FunctionComponent<P> | undefined;
  return (props: P) => {
    const arrived = useSignal(View !== undefined);
    useEffect(() => {
      if (View) return;
      // Who is offline gets it the next time it is drawn.
      load().then(
        (view) => {
          View = view;
          arrived.value = true;
        },
        () => {},
      );
    }, []);
    return arrived.value && View ? <View {...props} /> : null;
  };
}
