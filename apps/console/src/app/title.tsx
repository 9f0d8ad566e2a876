import { useConfig } from './use-config.ts';

/** The document's title: the page's own name first, because tabs are narrow. Without one it is the product's name. */
export const Title = ({ of: name }: { of?: string }) => {
  const { productName } = useConfig();
  return <title>{name === undefined || name === productName ? productName : `${name} · ${productName}`}</title>;
};
