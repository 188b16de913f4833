import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { toldOf } from '../errors/error-text.ts';
import { t } from '../i18n/text.ts';
import { Wrong } from './field-errors.ts';
import { CircleAlert } from './icons.ts';
import { byTouch, Dialog, dialog, giveBack } from './layers.tsx';
import { adopt } from './load-style.ts';
import { Button, Icon } from './primitives.tsx';
import css from './settings.css';
import { markUnsaved } from './unsaved.ts';

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

/** Where one begins: what can be written in or chosen at once. */
const FIRST =
  'input[type=radio]:checked, input:not([type=checkbox], [type=radio], [type=file], [readonly], :disabled), textarea, select:not(:disabled)';

/**
 * Does what a form is for, once at a time. What the server finds wrong with a field it has (by the API's name of it) is `field`,
 * which has the focus then; anything else is `wrong`.
 */
export function useForm(act: () => Promise<unknown>, ready: boolean) {
  const element = useRef<HTMLFormElement>(null);
  const busy = useSignal(false);
  const wrong = useSignal('');
  const field = useSignal<{ name: string; text: string } | undefined>(undefined);
  const submit = async () => {
    if (busy.peek() || !ready) return;
    busy.value = true;
    wrong.value = '';
    field.value = undefined;
    try {
      await act();
    } catch (error) {
      const { text, fields } = toldOf(error);
      const control = fields
        .map((name) => element.current?.elements.namedItem(name))
        .find((found) => found instanceof HTMLElement);
      if (control instanceof HTMLElement) {
        field.value = { name: control.getAttribute('name')!, text };
        control.focus();
      } else wrong.value = text;
    }
    busy.value = false;
  };
  return {
    busy: busy.value,
    wrong: wrong.value,
    field: field.value,
    props: {
      ref: element,
      onSubmit: (event: Event) => {
        event.preventDefault();
        void submit();
      },
      // It is being mended.
      onInput: () => (field.value = undefined),
    },
  };
}

/** What was wrong with no field of a form alone. In a long form it comes into sight. */
export function FormWrong({ text }: { text: string }) {
  const element = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => element.current?.scrollIntoView({ block: 'center' }), [text]);
  return text ? (
    <p ref={element} class="form-wrong" role="alert">
      <Icon of={CircleAlert} size={16} />
      {text}
    </p>
  ) : null;
}

/** A dialog with a form: Enter or its button does it, Escape leaves it. */
export function FormDialog({ title, action, danger = false, wide = false, act, ready = true, children }: Asked) {
  const { busy, wrong, field, props } = useForm(async () => {
    const mine = dialog.peek();
    await act();
    // What it did may have opened another.
    if (dialog.peek() === mine) dialog.value = undefined;
  }, ready);
  // Before the next key, but not where that brings up a keyboard over the half of it.
  useLayoutEffect(() => {
    const form = props.ref.current!;
    if (!danger && !form.querySelector('[autofocus]') && !byTouch()) form.querySelector<HTMLElement>(FIRST)?.focus();
  }, []);
  useEffect(() => () => markUnsaved(title, false), []);
  // Who leaves by Escape, a click beside it or the telephone's way back does not throw away what was begun; who says it twice does.
  const isBegun = useRef(false);
  const leaving = useSignal(false);
  useLayoutEffect(() => {
    const form = props.ref.current!;
    const before = filledIn(form);
    form.closest('dialog')!.addEventListener('cancel', (event) => {
      if (
        event.target !== event.currentTarget ||
        danger ||
        leaving.peek() ||
        !isBegun.current ||
        filledIn(form) === before
      )
        return;
      event.preventDefault();
      leaving.value = true;
    });
  }, []);
  const begun = () => {
    props.onInput();
    isBegun.current = true;
    leaving.value = false;
    markUnsaved(title);
  };
  return (
    <Dialog title={title} close={t('Close')} wide={wide} {...(danger && { about: 'dialog-about' })}>
      <form
        class="form"
        {...props}
        onInput={begun}
        onClick={({ target }) =>
          (isBegun.current ||= target instanceof Element && target.closest('[type=button]') !== null)
        }
      >
        <div id="dialog-about" class="form-about">
          <Wrong.Provider value={field}>{children}</Wrong.Provider>
        </div>
        <FormWrong text={wrong} />
        {leaving.value ? (
          <Leaving stay={() => (leaving.value = false)} />
        ) : (
          <footer class="form-buttons">
            <Button onClick={() => (dialog.value = undefined)}>{t('Cancel')}</Button>
            <Button kind={danger ? 'danger' : 'primary'} type="submit" disabled={busy || !ready}>
              {busy ? t('One moment…') : action}
            </Button>
          </footer>
        )}
      </form>
    </Dialog>
  );
}

/** What stands in the fields of a form and is chosen there, to be compared. */
const filledIn = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...form.elements].map((one) => {
      const { value, checked, ariaLabel, ariaPressed, ariaChecked } = one as HTMLInputElement;
      return one.closest('footer') ? 0 : [value, checked, ariaLabel, ariaPressed, ariaChecked];
    }),
  );

/** In place of a form's buttons: whether what was begun may go. */
function Leaving({ stay }: { stay: () => void }) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const box = element.current!;
    const form = box.closest('form')!;
    // A click beside it took the focus out of it.
    const before = form.contains(document.activeElement) ? document.activeElement : form.querySelector(FIRST);
    box.querySelector('button')!.focus();
    return () => giveBack(box, before);
  }, []);
  return (
    <footer ref={element} class="form-buttons" role="group" aria-labelledby="dialog-leaving">
      <p id="dialog-leaving">{t('Discard what you began?')}</p>
      <Button onClick={stay}>{t('Go on')}</Button>
      <Button kind="danger" onClick={() => (dialog.value = undefined)}>
        {t('Discard')}
      </Button>
    </footer>
  );
}

/** Asks before something is done that is felt: `confirm({ title, action: t('Deactivate'), danger: true, act }, <p>…</p>)`. */
export function confirm(asked: Omit<Asked, 'children'>, body?: ComponentChildren): void {
  dialog.value = <FormDialog {...asked}>{body}</FormDialog>;
}
