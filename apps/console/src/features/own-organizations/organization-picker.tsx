import { Building2, ChevronsUpDown } from 'lucide-react';
import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { Icon, PopoverButton } from '@portico/ui';
import { chevron, chooser, chosen } from '@portico/ui/styles';
import { OrganizationChoices as Choices, type FindOrganizations } from './organization-choices.tsx';
import { chooseOrganization } from './chosen-organization.ts';

export type OrganizationPickerProps = { organization: OrganizationSummary | null; find: FindOrganizations };

/** Says which organization it is about, and lets the viewer choose another one. */
export const OrganizationPicker = ({ organization, find }: OrganizationPickerProps) => {
  const name = organization?.name ?? 'Choose an organization';
  return (
    <PopoverButton
      label="Organization"
      aria-label={organization ? `Organization ${name}` : name}
      className={chooser}
      renderPanel={(close) => (
        <Choices
          current={organization?.id}
          find={find}
          onChoose={(next) => {
            chooseOrganization(next);
            close();
          }}
        />
      )}
    >
      <Icon of={Building2} />
      <span className={chosen}>{name}</span>
      <span className={chevron}>
        <Icon of={ChevronsUpDown} size="sm" />
      </span>
    </PopoverButton>
  );
};
