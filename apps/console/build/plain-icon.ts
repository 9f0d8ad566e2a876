import { createElement, type SVGProps } from 'react';

type Picture = { node: readonly (readonly [tag: string, attributes: Record<string, string>])[] };

/** The component of one picture, as lucide-react makes it, without what nothing here uses. Sizes are in pixels. */
const createIcon =
  ({ node }: Picture) =>
  ({ size = 24, ...rest }: SVGProps<SVGSVGElement> & { size?: number }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );

export default createIcon;
