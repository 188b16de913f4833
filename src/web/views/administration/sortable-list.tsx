import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { ChevronDown } from '../../design/icons.ts';
import { toast } from '../../design/layers.tsx';
import { ChevronUp, GripVertical } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { errorText } from '../../errors/error-text.ts';
import { t } from '../../i18n/text.ts';

/**
 * A list that can be reordered with buttons or by dragging. `order` saves the new order, which is shown at once.
 * Without `order` the list is read-only.
 */
export function SortableList<T extends { id: number }>({
  label,
  items,
  nameOf,
  order,
  render,
}: {
  label: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  order?: ((ids: number[]) => Promise<unknown>) | undefined;
  render: (item: T) => ComponentChildren;
}) {
  const newOrder = useSignal<readonly number[] | undefined>(undefined);
  const dragged = useSignal(-1);
  const announcement = useSignal('');
  const ids = items.map(({ id }) => id);
  const current =
    newOrder.value?.length === ids.length && newOrder.value.every((id) => ids.includes(id)) ? newOrder.value : ids;
  const place = async (id: number, to: number) => {
    const next = current.filter((one) => one !== id);
    next.splice(Math.max(0, Math.min(to, next.length)), 0, id);
    if (next.join() === current.join()) return;
    newOrder.value = next;
    announcement.value = t('{name} is at position {place} of {all}', {
      name: nameOf(items.find((item) => item.id === id)!),
      place: next.indexOf(id) + 1,
      all: next.length,
    });
    try {
      await order!(next);
    } catch (error) {
      toast(errorText(error), true);
    }
    if (newOrder.peek() === next) newOrder.value = undefined;
  };
  return (
    <>
      <ul class="lines" aria-label={label}>
        {current.map((id, at) => {
          const item = items.find((one) => one.id === id)!;
          const name = nameOf(item);
          return (
            <li
              key={id}
              class={dragged.value === id ? 'line line-dragged' : 'line'}
              onDragOver={(event) => {
                if (dragged.peek() < 0 || dragged.peek() === id) return;
                event.preventDefault();
              }}
              onDrop={(event) => {
                event.preventDefault();
                if (dragged.peek() >= 0) void place(dragged.peek(), at);
              }}
            >
              {order && (
                <span
                  class="grip"
                  draggable
                  aria-hidden="true"
                  onDragStart={(event) => {
                    dragged.value = id;
                    event.dataTransfer!.effectAllowed = 'move';
                    event.dataTransfer!.setData('text/plain', name);
                    event.dataTransfer!.setDragImage(event.currentTarget.parentElement!, 12, 20);
                  }}
                  onDragEnd={() => (dragged.value = -1)}
                >
                  <Icon of={GripVertical} size={16} />
                </span>
              )}
              {render(item)}
              {order && items.length > 1 && (
                <span class="order-buttons">
                  <Button
                    kind="quiet"
                    icon={ChevronUp}
                    label={t('Move {name} up', { name })}
                    aria-disabled={at === 0}
                    onClick={() => at > 0 && void place(id, at - 1)}
                  />
                  <Button
                    kind="quiet"
                    icon={ChevronDown}
                    label={t('Move {name} down', { name })}
                    aria-disabled={at === current.length - 1}
                    onClick={() => at < current.length - 1 && void place(id, at + 1)}
                  />
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <span class="unseen" role="status">
        {announcement.value}
      </span>
    </>
  );
}
