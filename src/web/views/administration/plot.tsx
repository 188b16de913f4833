import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { ChartBar, ListOrdered } from '../../design/more-icons.ts';
import { Button } from '../../design/primitives.tsx';
import { t } from '../../i18n/text.ts';
import { formatDate, formatNumber } from '../../text/numbers.ts';
import { labeledColumns, roundUp } from './plot-scale.ts';

/** One row of numbers, with a value for each period. Null: unknown. */
interface Series {
  name: string;
  values: readonly (number | null)[];
  /** Failures have a warning color. */
  isFailure?: boolean;
}

interface PlotProps {
  title: string;
  /** The first day of each period, as YYYY-MM-DD. */
  starts: readonly string[];
  isWeekly: boolean;
  series: readonly Series[];
  /** What the numbers add up to. Shown until a column is chosen. */
  summary: string;
  format?: (value: number) => string;
}

/**
 * A plot of stacked columns, or the same numbers as a table. Pointers and arrow keys choose a column, whose numbers are
 * written above the plot. Screen readers announce them as the value of a slider.
 */
export function Plot(props: PlotProps) {
  const isTable = useSignal(false);
  const id = useId();
  if (props.series.every(({ values }) => values.every((value) => !value)))
    return (
      <figure class="plot" aria-labelledby={id}>
        <figcaption>
          <h3 id={id}>{props.title}</h3>
        </figcaption>
        <p class="settings-note">{t('None in this period.')}</p>
      </figure>
    );
  return (
    <figure class="plot" aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{props.title}</h3>
        <Button
          kind="quiet"
          icon={isTable.value ? ChartBar : ListOrdered}
          label={
            isTable.value
              ? t('Show {name} as a plot', { name: props.title })
              : t('Show {name} as a table', { name: props.title })
          }
          onClick={() => (isTable.value = !isTable.value)}
        />
      </figcaption>
      {isTable.value ? <PlotTable {...props} /> : <Columns {...props} />}
    </figure>
  );
}

const periodName = (isWeekly: boolean, start: string): string =>
  isWeekly ? t('Week of {date}', { date: formatDate(start, true) }) : formatDate(start);

function PlotTable({ title, starts, isWeekly, series, format = formatNumber }: PlotProps) {
  return (
    <div class="table-frame">
      <table aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{isWeekly ? t('Week') : t('Day')}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col" class="plot-number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {starts
            .map((start, at) => (
              <tr key={start}>
                <th scope="row">{periodName(isWeekly, start)}</th>
                {series.map(({ name, values }) => (
                  <td key={name} class="plot-number">
                    {values[at] == null ? '–' : format(values[at])}
                  </td>
                ))}
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </div>
  );
}

function Columns({ title, starts, isWeekly, series, summary, format = formatNumber }: PlotProps) {
  const chosen = useSignal<number | undefined>(undefined);
  const last = starts.length - 1;
  const at = chosen.value === undefined ? undefined : Math.min(chosen.value, last);
  const valuesAt = (column: number) => series.map(({ values }) => values[column] ?? 0);
  const highest = Math.max(...starts.map((_, column) => addUp(valuesAt(column))));
  const top = roundUp(highest);
  const reading = at === undefined ? summary : readColumn({ starts, isWeekly, series, format }, at);
  const keys = keySteps(at ?? last, last);
  const width = { '--columns': starts.length };
  return (
    <>
      <p class="plot-reading">{reading}</p>
      <div
        class="plot-area"
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at ?? last}
        aria-valuetext={reading}
        onKeyDown={(event) => {
          const to = keys[event.key];
          if (to === undefined) return;
          event.preventDefault();
          event.stopPropagation();
          chosen.value = at === undefined ? last : to;
        }}
        onBlur={() => (chosen.value = undefined)}
        onPointerMove={(event) => (chosen.value = columnAt(event, starts.length))}
        onPointerDown={(event) => (chosen.value = columnAt(event, starts.length))}
        onPointerLeave={(event) => event.pointerType === 'mouse' && (chosen.value = undefined)}
      >
        <Lines top={top} format={format} />
        <svg
          class="plot-columns"
          style={width}
          viewBox={`0 0 ${starts.length} 100`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {at !== undefined && <rect class="plot-chosen" x={at} width={1} y={0} height={100} />}
          {starts.map((start, column) => (
            <Column key={start} column={column} series={series} values={valuesAt(column)} top={top} />
          ))}
        </svg>
      </div>
      <p class="plot-dates" style={width} aria-hidden="true">
        {labeledColumns(starts.length, starts.length < FEW_COLUMNS ? 2 : 4).map((column) => (
          <span key={column}>{formatDate(starts[column]!, true)}</span>
        ))}
      </p>
      {series.length > 1 && <Legend series={series} />}
    </>
  );
}

/** The lines of the highest value, of its half and of zero. */
const Lines = ({ top, format }: { top: number; format: (value: number) => string }) => (
  <>
    {[1, 0.5, 0].map((part) => (
      <span key={part} class="plot-line" style={{ insetBlockStart: `${100 - part * 100}%` }}>
        <span class="plot-label">{format(top * part)}</span>
      </span>
    ))}
  </>
);

const Legend = ({ series }: Pick<PlotProps, 'series'>) => (
  <ul class="plot-legend">
    {series.map(({ name, isFailure }, index) => (
      <li key={name}>
        <span class={`plot-key ${getColor(index, isFailure)}`} />
        {name}
      </li>
    ))}
  </ul>
);

/** The values of one period, in words. */
function readColumn({ starts, isWeekly, series, format }: Required<Omit<PlotProps, 'title' | 'summary'>>, at: number) {
  const values = series.map(({ name, values }) => `${name}: ${values[at] == null ? '–' : format(values[at])}`);
  return [periodName(isWeekly, starts[at]!), ...values].join(' · ');
}

/** The stacked values of one period. A value that would be too small to see has a minimum height. */
function Column({
  column,
  series,
  values,
  top,
}: {
  column: number;
  series: readonly Series[];
  values: readonly number[];
  top: number;
}) {
  const heights = values.map((value) => (value === 0 ? 0 : Math.max(SMALLEST, (value / top) * 100)));
  return (
    <>
      {heights.map(
        (height, index) =>
          height > 0 && (
            <rect
              key={series[index]!.name}
              class={getColor(index, series[index]!.isFailure)}
              x={column + 0.12}
              width={0.76}
              y={100 - addUp(heights.slice(0, index + 1))}
              height={height}
            />
          ),
      )}
    </>
  );
}

/** With fewer columns, there is room for two dates. */
const FEW_COLUMNS = 12;

/** The height of the smallest column, in percent. */
const SMALLEST = 1.5;

const addUp = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const getColor = (index: number, isFailure = false): string => (isFailure ? 'plot-failed' : `plot-${index}`);

/** Where each key leads from a column. */
const keySteps = (at: number, last: number): Readonly<Record<string, number>> => ({
  ArrowLeft: Math.max(0, at - 1),
  ArrowDown: Math.max(0, at - 1),
  ArrowRight: Math.min(last, at + 1),
  ArrowUp: Math.min(last, at + 1),
  PageDown: Math.max(0, at - 7),
  PageUp: Math.min(last, at + 7),
  Home: 0,
  End: last,
});

function columnAt({ clientX, currentTarget }: { clientX: number; currentTarget: HTMLElement }, count: number): number {
  const { left, width } = currentTarget.querySelector('svg')!.getBoundingClientRect();
  return Math.max(0, Math.min(count - 1, Math.floor(((clientX - left) / width) * count)));
}
