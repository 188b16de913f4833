import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { confirm } from '../../design/form-dialog.tsx';
import { Pencil, Plus, Search } from '../../design/icons.ts';
import { Trash2 } from '../../design/more-icons.ts';
import { Button, Icon } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { dialog } from '../../store/local/layers.ts';

// Components shared by the lists of the administration.

/** A list page. `about` is its description or a filter; `add` is the button that adds an entry. */
export const ListSection = ({
  label,
  about,
  add,
  children,
}: {
  label: string;
  about: ComponentChildren;
  add?: false | { name: string; form: () => ComponentChildren };
  children: ComponentChildren;
}) => (
  <section class="settings-section" aria-label={label}>
    <header class="admin-tools">
      {typeof about === 'string' ? <p class="settings-note">{about}</p> : about}
      {add && (
        <Button kind="primary" icon={Plus} onClick={() => (dialog.value = add.form())}>
          {add.name}
        </Button>
      )}
    </header>
    {children}
  </section>
);

/** A search field that filters the list. */
export const SearchField = ({
  label,
  placeholder,
  value,
}: {
  label: string;
  placeholder: string;
  value: Signal<string>;
}) => (
  <span class="list-search">
    <Icon of={Search} size={16} />
    <input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={value.value}
      onInput={(event) => (value.value = event.currentTarget.value)}
    />
  </span>
);

export const EditButton = ({ name, form }: { name: string; form: () => ComponentChildren }) => (
  <Button kind="quiet" icon={Pencil} label={t('Edit {name}', { name })} onClick={() => (dialog.value = form())} />
);

/** Removes an entry after a confirmation. `children` describes the consequences. */
export const RemoveButton = ({
  name,
  title = t('Remove {name}?', { name }),
  act,
  children,
}: {
  name: string;
  title?: string;
  act: () => Promise<unknown>;
  children?: ComponentChildren;
}) => (
  <Button
    kind="quiet"
    icon={Trash2}
    label={t('Remove {name}', { name })}
    onClick={() => confirm({ title, action: t('Remove'), danger: true, act }, children)}
  />
);
