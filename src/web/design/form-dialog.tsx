import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { markUnsaved } from '../actions/unsaved-text.ts';
import { errorDetails } from '../errors/error-text.ts';
import { t } from '../i18n/text.ts';
import { dialog } from '../store/local/layers.ts';
import { FieldError } from './field-errors.ts';
import { CircleAlert } from './icons.ts';
import { Dialog, isTouchScreen, restoreFocus } from './layers.tsx';
import { addStyle } from './load-style.ts';
import { Button, Icon } from './primitives.tsx';
import css from './settings.css';

addStyle(css);

interface FormDialogProps {
  title: string;
  /** The label of the submit button. */
  action: string;
  danger?: boolean;
  wide?: boolean;
  /** The dialog stays open until this resolves. If it throws, the dialog stays open and shows the error. */
  act: () => Promise<unknown>;
  /** Whether the form can be submitted. */
  ready?: boolean;
  children?: ComponentChildren;
}

/** The elements that can receive the initial focus: text fields and choices. */
const FOCUSABLE =
  'input[type=radio]:checked, input:not([type=checkbox], [type=radio], [type=file], [readonly], :disabled), textarea, select:not(:disabled)';

/**
 * Submits a form, once at a time. If the server rejects a field, `field` holds the error and that field gets the focus.
 * Any other error is in `wrong`.
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
      const { text, fields } = errorDetails(error);
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
      // Editing clears the error.
      onInput: () => (field.value = undefined),
    },
  };
}

/** An error that belongs to no single field. In a long form it scrolls into view. */
export function FormErrorText({ text }: { text: string }) {
  const element = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => element.current?.scrollIntoView({ block: 'center' }), [text]);
  return text ? (
    <p ref={element} class="form-wrong" role="alert">
      <Icon of={CircleAlert} size={16} />
      {text}
    </p>
  ) : null;
}

/**
 * Escape, a click outside or the phone's back button asks before it discards entered data. Doing it twice discards the
 * data. `isAsking`: the question is shown instead of the buttons.
 */
function useLeaveQuestion(form: RefObject<HTMLFormElement | null>, { title, danger }: FormDialogProps) {
  const isBegun = useRef(false);
  const isAsking = useSignal(false);
  const before = useRef('');
  useLayoutEffect(() => void (before.current = formState(form.current!)), []);
  useEffect(() => () => markUnsaved(title, false), []);
  const mayLeave = (): boolean => {
    const isUnchanged = danger || !isBegun.current || formState(form.current!) === before.current;
    if (isUnchanged || isAsking.peek()) return true;
    isAsking.value = true;
    return false;
  };
  const noteInput = () => {
    isBegun.current = true;
    isAsking.value = false;
    markUnsaved(title);
  };
  /** Buttons within the form change it, too. */
  const noteClick = ({ target }: Event) =>
    (isBegun.current ||= target instanceof Element && target.closest('[type=button]') !== null);
  return { isAsking, mayLeave, noteInput, noteClick };
}

/** A dialog with a form. Enter or the button submits it; Escape cancels it. */
export function FormDialog(dialogProps: FormDialogProps) {
  const { title, action, danger = false, wide = false, act, ready = true, children } = dialogProps;
  const { busy, wrong, field, props } = useForm(async () => {
    const mine = dialog.peek();
    await act();
    // The action may have opened another dialog.
    if (dialog.peek() === mine) dialog.value = undefined;
  }, ready);
  // Focuses before the next key press, except where this opens an on-screen keyboard over half of the form.
  useLayoutEffect(() => {
    const form = props.ref.current!;
    if (!danger && !form.querySelector('[autofocus]') && !isTouchScreen())
      form.querySelector<HTMLElement>(FOCUSABLE)?.focus();
  }, []);
  const { isAsking, mayLeave, noteInput, noteClick } = useLeaveQuestion(props.ref, dialogProps);
  const onInput = () => {
    props.onInput();
    noteInput();
  };
  const about = danger && { about: 'dialog-about' };
  return (
    <Dialog title={title} close={t('Close')} wide={wide} mayLeave={mayLeave} {...about}>
      <form class="form" {...props} onInput={onInput} onClick={noteClick}>
        <div id="dialog-about" class="form-about">
          <FieldError.Provider value={field}>{children}</FieldError.Provider>
        </div>
        <FormErrorText text={wrong} />
        {isAsking.value ? (
          <ConfirmDiscard stay={() => (isAsking.value = false)} />
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

/** The values of all fields and choices in the form, for comparison. */
const formState = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...form.elements].map((one) => {
      const { value, checked, ariaLabel, ariaPressed, ariaChecked } = one as HTMLInputElement;
      return one.closest('footer') ? 0 : [value, checked, ariaLabel, ariaPressed, ariaChecked];
    }),
  );

/** Replaces the form's buttons with a question whether to discard the changes. */
function ConfirmDiscard({ stay }: { stay: () => void }) {
  const element = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const box = element.current!;
    const form = box.closest('form')!;
    // A click outside the dialog may have removed the focus from it.
    const before = form.contains(document.activeElement) ? document.activeElement : form.querySelector(FOCUSABLE);
    box.querySelector('button')!.focus();
    return () => restoreFocus(box, before);
  }, []);
  return (
    <footer ref={element} class="form-buttons" role="group" aria-labelledby="dialog-leaving">
      <p id="dialog-leaving">{t('Discard your changes?')}</p>
      <Button onClick={stay}>{t('Keep editing')}</Button>
      <Button kind="danger" onClick={() => (dialog.value = undefined)}>
        {t('Discard')}
      </Button>
    </footer>
  );
}

/**
 * Asks before an action with consequences: `confirm({ title, action: t('Deactivate'), danger: true, act }, <p>…</p>)`.
 */
export function confirm(options: Omit<FormDialogProps, 'children'>, body?: ComponentChildren): void {
  dialog.value = <FormDialog {...options}>{body}</FormDialog>;
}
