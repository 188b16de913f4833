import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { isTouchScreen } from '../../design/layers.tsx';

/** The search field of a picker, which is the combobox of its grid. */
export interface PickerSearch {
  query: string;
  /** The place of the chosen entry in the grid. */
  active: number;
  onInput: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** The field gets the focus when the picker opens, except where that would open a keyboard on the screen. */
export function useSearchField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (!isTouchScreen()) field.current!.focus({ preventScroll: true });
  }, []);
  return field;
}
