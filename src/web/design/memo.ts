import { Component, type ComponentChild, type ComponentClass, type FunctionComponent, h } from 'preact';

/** Whether any property of two objects differs. */
export const differ = <T extends object>(one: T, other: T): boolean =>
  Object.keys({ ...one, ...other }).some((name) => one[name as keyof T] !== other[name as keyof T]);

/** A component that is rendered again only when one of its props changes. */
export function memo<P extends object>(View: FunctionComponent<P>): ComponentClass<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return differ(this.props, next);
    }
    override render(props: P): ComponentChild {
      return h(View, props);
    }
  };
}
