import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { t } from '../i18n/text.ts';
import { adopt } from './adopt.ts';
import { CircleAlert } from './icons.ts';
import { Dialog, dialog } from './layers.tsx';
import { Button, Icon } from './primitives.tsx';
import { reasonOf } from './saving.ts';
import css from './settings.css';

adopt(css);

interface Asked {
  title: string;
  /** What the button says that does it. */
  action: string;
  danger?: boolean;
  wide?: boolean;
  /** While it is not resolved the dialog stays; if it throws, it stays and says why. */
  act: () => Promise<unknown>;
  /** Whether it can be done as it stands. */
  ready?: boolean;
  children?: ComponentChildren;
}

/** A dialog with a form: Enter or its button does it, Escape leaves it. */
export function FormDialog({ title, action, danger = false, wide = false, act, ready = true, children }: Asked) {
  const busy = useSignal(false);
  const wrong = useSignal('');
  const submit = async () => {
    if (busy.peek() || !ready) return;
    busy.value = true;
    wrong.value = '';
    const mine = dialog.peek();
    try {
      await act();
      // What it did may have opened another.
      if (dialog.peek() === mine) dialog.value = undefined;
    } catch (error) {
      wrong.value = reasonOf(error);
    }
    busy.value = false;
  };
  return (
    <Dialog title={title} close={t('Close')} wide={wide}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {children}
        {wrong.value && (
          <p class="form-wrong" role="alert">
            <Icon of={CircleAlert} size={16} />
            {wrong.value}
          </p>
        )}
        <footer class="form-buttons">
          <Button onClick={() => (dialog.value = undefined)}>{t('Cancel')}</Button>
          <Button kind={danger ? 'danger' : 'primary'} type="submit" disabled={busy.value || !ready}>
            {busy.value ? t('One moment…') : action}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Asks before something is done that is felt: `confirm({ title, action: t('Deactivate'), danger: true, act }, <p>…</p>)`. */
export function confirm(asked: Omit<Asked, 'children'>, body?: ComponentChildren): void {
  dialog.value = <FormDialog {...asked}>{body}</FormDialog>;
}
