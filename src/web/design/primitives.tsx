import type { Signal } from '@preact/signals';
import type { IconNode } from 'lucide';
import type { ButtonHTMLAttributes, ComponentChildren, RefObject } from 'preact';
import { memoByObject } from '../../shared/memo.ts';
import { t } from '../i18n/text.ts';
import { loadAvatar } from './avatar-loading.ts';

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'label' | 'disabled' | 'type'> & {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  icon?: IconNode;
  /** The accessible name of a button that shows only an icon. */
  label?: string;
  disabled?: boolean;
  type?: 'button' | 'submit';
  children?: ComponentChildren;
  element?: RefObject<HTMLButtonElement | null>;
};

/**
 * Inserts an icon's drawing into its `svg` element. A page has hundreds of icons, so each is drawn once and then
 * cloned, which is much cheaper.
 */
export const iconDrawing = memoByObject((icon: IconNode): ((svg: SVGElement | null) => void) => {
  const lines = icon.map(([tag, attributes]) => {
    const line = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) line.setAttribute(name, String(value));
    return line;
  });
  return (svg) => svg?.replaceChildren(...lines.map((line) => line.cloneNode()));
});

/** Icons and images scale with the surrounding text. */
const toRem = (pixels: number): string => `${pixels / 16}rem`;

/** A Lucide icon. It is hidden from screen readers; the label stands next to it. */
export function Icon({ of, size = 18 }: { of: IconNode; size?: number }) {
  const side = toRem(size);
  return <svg ref={iconDrawing(of)} class="icon" width={side} height={side} viewBox="0 0 24 24" aria-hidden="true" />;
}

export function Button({
  kind = 'plain',
  icon,
  label,
  children,
  class: more,
  type = 'button',
  element,
  ...rest
}: ButtonProps) {
  const name = ['button', `button-${kind}`, children === undefined && 'button-icon', more].filter(Boolean).join(' ');
  return (
    <button
      ref={element}
      type={type}
      class={name}
      translate={false}
      {...(label && { 'aria-label': label, 'data-tip': label })}
      {...rest}
    >
      {icon && <Icon of={icon} />}
      {children}
    </button>
  );
}

/** The URL of a pattern that the server generates for a user without a picture. It contains the user's ID. */
const GENERATED = /^\/avatar\/(\d+)(?:\/medium)?\?v=/;
export const isGeneratedAvatar = (url: string): boolean => GENERATED.test(url);

/**
 * One of nine hues, 40 degrees apart, which the eye tells apart. It is always the same for the same text. Successive
 * IDs have different hues, so most people of a small team differ.
 */
export const getHue = (text: string): number => {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) % 65_521;
  return (sum * 160) % 360;
};

/** A user's picture, or the initials of the name in the user's color. */
export function Avatar({
  name,
  url,
  size = 36,
  presence,
}: {
  name: string;
  url?: string | null;
  size?: number;
  presence?: string;
}) {
  const [, id] = GENERATED.exec(url ?? '') ?? [];
  const picture = !id && url;
  return (
    <span
      class={picture ? 'avatar' : 'avatar name-color'}
      style={picture ? `--size:${toRem(size)}` : `--size:${toRem(size)};--hue:${getHue(id ?? name)}`}
    >
      {picture ? (
        <img
          key={picture}
          ref={loadAvatar}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          data-src={picture}
        />
      ) : (
        <span aria-hidden="true">{initials(name)}</span>
      )}
      {presence && <span class={`presence presence-${presence}`} role="img" aria-label={PRESENCES[presence]?.()} />}
    </span>
  );
}

const PRESENCES: Record<string, () => string> = { active: () => t('Active now'), idle: () => t('Away') };

/** Ignores text in brackets after the name. */
const initials = (name: string): string => {
  const parts = name.replace(/ \(.*/, '').trim().split(/\s+/);
  return [parts[0], parts.length > 1 ? parts.at(-1) : ''].map((part) => [...(part ?? '')][0] ?? '').join('');
};

/** An unread count, with emphasis if `calling`. */
export function Badge({ count, label, calling = false }: { count: number; label: string; calling?: boolean }) {
  if (count === 0) return null;
  return (
    <span class={calling ? 'badge badge-calling' : 'badge'}>
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span class="visually-hidden">{label}</span>
    </span>
  );
}

export function EmptyState({ icon, title, children }: { icon: IconNode; title: string; children?: ComponentChildren }) {
  return (
    <div class="empty" translate={false}>
      <span class="empty-icon">
        <Icon of={icon} size={28} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A placeholder for loading content. `label` announces it to screen readers where the user waits for it. */
export function Skeleton({ rows = 6, label }: { rows?: number; label?: string }) {
  return (
    <div class="skeleton" {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}>
      {Array.from({ length: rows }, (_, at) => (
        <div class="skeleton-row" key={at}>
          <span />
          <div>
            <span style={{ width: `${24 + ((at * 37) % 20)}%` }} />
            <span style={{ width: `${52 + ((at * 53) % 40)}%` }} />
          </div>
        </div>
      ))}
    </div>
  );
}

/** A field that filters the list below it. */
export const FilterField = ({
  label,
  value,
  placeholder = label,
}: {
  label: string;
  value: Signal<string>;
  placeholder?: string;
}) => (
  <input
    type="search"
    class="page-filter"
    aria-label={label}
    placeholder={placeholder}
    value={value.value}
    onInput={(event) => (value.value = event.currentTarget.value)}
  />
);
