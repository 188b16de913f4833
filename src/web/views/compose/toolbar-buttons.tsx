import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../design/primitives.tsx';
import { readingDirection } from '../../keyboard/shortcuts.ts';

/** A toolbar that is one Tab stop; arrow keys move between its buttons. */
export function Toolbar({
  label,
  class: name,
  children,
}: {
  label: string;
  class: string;
  children: preact.ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current!.querySelector('button')?.setAttribute('tabindex', '0');
  }, []);
  return (
    <div
      ref={box}
      class={name}
      role="toolbar"
      aria-label={label}
      onKeyDown={(event) => {
        const all = [...box.current!.querySelectorAll('button')];
        const at = all.indexOf(document.activeElement as HTMLButtonElement);
        const by = readingDirection(event.key);
        const to = by === 0 ? { Home: 0, End: all.length - 1 }[event.key] : at + by;
        if (to === undefined || at < 0) return;
        event.preventDefault();
        all.at(to % all.length)!.focus();
      }}
    >
      {children}
    </div>
  );
}

/** Pressing the button must not take the focus, so that the field keeps its selection. */
export const ToolbarButton = (props: Parameters<typeof Button>[0]) => (
  <Button
    kind="quiet"
    tabIndex={-1}
    onPointerDown={(event) => event.preventDefault()}
    onMouseDown={(event) => event.preventDefault()}
    {...props}
  />
);
