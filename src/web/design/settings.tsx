import type { ComponentChildren } from 'preact';
import { useEffect, useId, useMemo } from 'preact/hooks';
import { markUnsaved, useDraft } from '../actions/unsaved-text.ts';
import { t } from '../i18n/text.ts';
import { Check, CircleAlert, Lock } from './icons.ts';
import { addStyle } from './load-style.ts';
import { Button, Icon } from './primitives.tsx';
import css from './settings.css';
import { type Saving, useSaving } from './use-saving.ts';

addStyle(css);

// Settings pages: sections of rows, each of which is saved when it changes.

export interface SectionProps {
  /** The last part of the address that leads to this section. */
  part?: string;
  title: string;
  note?: ComponentChildren;
  action?: ComponentChildren;
  children: ComponentChildren;
}

export function SettingsSection({ part, title, note, action, children }: SectionProps) {
  const id = useId();
  return (
    <section id={part} class="settings-section" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {action}
      </header>
      {note && <p class="settings-note">{note}</p>}
      {children}
    </section>
  );
}

/** A section that contains only rows. */
export const SettingsRows = ({ children, ...about }: SectionProps) => (
  <SettingsSection {...about}>
    <div class="settings-rows">{children}</div>
  </SettingsSection>
);

type SavingState = Pick<Saving<unknown>, 'state' | 'wrong'>;

interface RowProps {
  label: string;
  hint?: ComponentChildren;
  /** Why the setting cannot be changed here; it is then read-only. */
  fixed?: string | undefined;
}

/** A setting with its label, its description and its saving state. `wide` gives the control its own line. */
export function SettingRow({
  label,
  hint,
  fixed,
  about,
  wide = false,
  children,
}: RowProps & {
  about?: SavingState;
  wide?: boolean;
  children: (id: string, describedBy: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class={wide ? 'setting setting-wide' : 'setting'}>
      <div class="setting-text">
        <label for={id} id={`${id}-name`}>
          {label}
        </label>
        <div id={`${id}-about`} class="setting-hint">
          {hint}
          {fixed && (
            <span class="setting-fixed">
              <Icon of={Lock} size={13} />
              {fixed}
            </span>
          )}
        </div>
      </div>
      <div class="setting-control">
        {children(id, `${id}-about`)}
        {about && <SavingMark {...about} />}
      </div>
    </div>
  );
}

/** Shows whether a setting is being saved, is saved, or failed to save. */
export function SavingMark({ state, wrong }: SavingState) {
  return (
    <span class={`saving saving-${state}`} role={state === 'refused' ? 'alert' : 'status'}>
      {state === 'saving' && t('Saving…')}
      {state === 'saved' && (
        <>
          <Icon of={Check} size={14} />
          {t('Saved')}
        </>
      )}
      {state === 'refused' && (
        <>
          <Icon of={CircleAlert} size={14} />
          {wrong}
        </>
      )}
    </span>
  );
}

export function SwitchRow({
  value,
  save,
  ...about
}: RowProps & { value: boolean; save: (on: boolean) => Promise<unknown> }) {
  const saving = useSaving(value, save);
  return (
    <SettingRow {...about} about={saving}>
      {(id, describedBy) => (
        <span class="switch">
          <input
            id={id}
            type="checkbox"
            role="switch"
            aria-describedby={describedBy}
            disabled={about.fixed !== undefined}
            checked={saving.shown}
            aria-checked={saving.shown}
            onChange={(event) => saving.change(event.currentTarget.checked)}
          />
        </span>
      )}
    </SettingRow>
  );
}

export interface Option<T extends string | number> {
  value: T;
  name: string;
}

/**
 * Selects one of several values. `before` is shown in front of the select, for example a button that plays the sound.
 */
export function ChoiceRow<T extends string | number>({
  value,
  options,
  before,
  save,
  ...about
}: RowProps & {
  value: T;
  options: readonly Option<T>[];
  before?: ComponentChildren;
  save: (value: T) => Promise<unknown>;
}) {
  const saving = useSaving(value, save);
  return (
    <SettingRow {...about} about={saving}>
      {(id, describedBy) => (
        <>
          {before}
          <select
            id={id}
            aria-describedby={describedBy}
            disabled={about.fixed !== undefined}
            value={String(saving.shown)}
            onChange={(event) => {
              const chosen = options.find((option) => String(option.value) === event.currentTarget.value);
              if (chosen) saving.change(chosen.value);
            }}
          >
            {options.map(({ value: one, name }) => (
              <option key={one} value={String(one)} selected={one === saving.shown}>
                {name}
              </option>
            ))}
          </select>
        </>
      )}
    </SettingRow>
  );
}

interface TextRowProps extends RowProps {
  value: string;
  save: (text: string) => Promise<unknown>;
  lines?: number;
  maxLength?: number;
  placeholder?: string;
  type?: 'text' | 'url' | 'email' | 'number';
}

/**
 * A text setting, saved with its button or with Enter in a single line, or reset. Unsaved text is kept while the user
 * visits other pages.
 */
export function TextRow({ value, save, lines = 1, maxLength, placeholder, type = 'text', ...about }: TextRowProps) {
  const { saving, draft, text, isChanged } = useTextDraft(about.label, value, save);
  const submit = () => isChanged && saving.change(text);
  const field = (id: string, describedBy: string) => ({
    id,
    'aria-describedby': describedBy,
    value: text,
    readOnly: about.fixed !== undefined,
    placeholder: placeholder ?? '',
    ...(maxLength !== undefined && { maxLength }),
    onInput: (event: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
      draft.value = event.currentTarget.value;
    },
  });
  return (
    <SettingRow {...about} about={saving} wide={lines > 1}>
      {(id, describedBy) => (
        <form
          class="setting-form"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {lines > 1 ? (
            <textarea {...field(id, describedBy)} rows={lines} dir="auto" />
          ) : (
            <input {...field(id, describedBy)} type={type as 'text'} dir="auto" />
          )}
          {isChanged && (
            <span class="setting-buttons">
              <Button kind="primary" type="submit" disabled={saving.state === 'saving'}>
                {t('Save')}
              </Button>
              <Button kind="quiet" onClick={() => (draft.value = undefined)}>
                {t('Undo')}
              </Button>
            </span>
          )}
        </form>
      )}
    </SettingRow>
  );
}

/** The text in a row, which is kept until it is saved. */
function useTextDraft(label: string, value: string, save: (text: string) => Promise<unknown>) {
  const saving = useSaving(value, save);
  const where = useMemo(() => `${location.hash} ${label}`, []);
  const draft = useDraft<string | undefined>(where, undefined);
  useEffect(() => {
    // A rejected text stays for correction.
    if (saving.state === 'saved') draft.value = undefined;
  }, [saving.state]);
  const text = draft.value ?? saving.shown;
  const isChanged = draft.value !== undefined && draft.value !== saving.shown;
  useEffect(() => markUnsaved(where, isChanged), [isChanged]);
  return { saving, draft, text, isChanged };
}
