import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

// The layers above the page: at most one dialog and one popover, and short messages.

/** The open dialog. It returns the focus when it closes. */
export const dialog = signal<ComponentChildren>(undefined);

/** What is shown above the page and above an open dialog: calls that ring. */
export const topLayer = signal<ComponentChildren>(undefined);

export interface PopoverState {
  anchor: Element;
  body: ComponentChildren;
  placement?: 'top-start' | 'bottom-start';
  /** Whether it rises from the bottom edge of a narrow screen, instead of standing next to its anchor. */
  isSheet: boolean;
}

/** The open popover. It returns the focus when it closes. */
export const popover = signal<PopoverState | undefined>(undefined);

interface Toast {
  id: number;
  text: string;
  wrong: boolean;
  undo?: (() => void) | undefined;
}

export const toasts = signal<readonly Toast[]>([]);

let lastToast = 0;

/** Adds a toast and returns its ID. */
export function addToast(toast: Omit<Toast, 'id'>): number {
  const id = ++lastToast;
  toasts.value = [...toasts.peek(), { ...toast, id }];
  return id;
}

export function dismissToast(id: number): void {
  toasts.value = toasts.peek().filter((one) => one.id !== id);
}
