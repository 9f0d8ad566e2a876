import { Dialog } from '@portico/ui';
import { FacetList, type FacetListProps } from './facet-list.tsx';

/** The facets where there is no room beside the table. */
export const FacetsSheet = ({ onClose, ...rest }: FacetListProps & { onClose: () => void }) => (
  <Dialog title="Facets" placement="start" onClose={onClose}>
    <FacetList {...rest} />
  </Dialog>
);
