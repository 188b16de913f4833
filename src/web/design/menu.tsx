import type { IconNode } from 'lucide';
import type { ComponentChildren } from 'preact';
import { keyName } from '../keyboard/key-names.ts';
import { SHORTCUTS, type ShortcutName } from '../keyboard/shortcuts.ts';
import { singleKeys } from '../store/local/shortcuts.ts';
import { Check } from './icons.ts';
import { closePopover } from './layers.tsx';
import { Icon } from './primitives.tsx';

export interface MenuItem {
  name: string;
  icon: IconNode;
  /** The shortcut that does the same. */
  key?: ShortcutName;
  danger?: boolean;
  /** Starts a new group of menu items. */
  apart?: boolean;
  /** For one of several values: whether it is the selected one. */
  chosen?: boolean;
  act: () => void;
}

/** A menu in a popover. Arrow keys move through the items, Enter selects one. */
export function Menu({
  label,
  items,
  children,
}: {
  label: string;
  items: readonly MenuItem[];
  children?: ComponentChildren;
}) {
  const step = (event: KeyboardEvent) => {
    const all = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role^=menuitem]')];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  };
  return (
    <div class="menu" role="menu" aria-label={label} onKeyDown={step}>
      {children}
      {items.map(({ name, icon, key, danger, apart, chosen, act }) => (
        <button
          type="button"
          key={name}
          role={chosen === undefined ? 'menuitem' : 'menuitemradio'}
          aria-checked={chosen}
          tabIndex={-1}
          class={['menu-item', danger && 'menu-danger', apart && 'menu-apart'].filter(Boolean).join(' ')}
          onClick={() => {
            closePopover();
            act();
          }}
        >
          <Icon of={icon} size={16} />
          {name}
          {chosen && <Icon of={Check} size={16} />}
          {key && <KeyOf shortcut={key} />}
        </button>
      ))}
    </div>
  );
}

/** The key of a shortcut. Screen readers have the list of all keys instead. */
function KeyOf({ shortcut }: { shortcut: ShortcutName }) {
  const [key] = SHORTCUTS[shortcut];
  return key.length > 1 || singleKeys.value ? (
    <span class="menu-key" aria-hidden="true">
      {keyName(key)}
    </span>
  ) : null;
}
