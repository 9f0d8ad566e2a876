import { ExternalLink } from 'lucide-react';
import { Button, Icon } from '@portico/ui';
import { tellNotice } from '../messages/toasts.ts';
import { useCustomerPortal } from './customer-portal.ts';
import { leaveFor } from './leave-for.ts';

export const ManageProduct = ({ customerId, product }: { customerId: string | null; product: string }) => {
  const portal = useCustomerPortal();
  const manage = () => {
    if (customerId === null) tellNotice('noStripeCustomer');
    else portal.mutate(customerId, { onSuccess: ({ url }) => leaveFor(url) });
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={`Manage ${product}`}
      isDisabled={portal.isPending}
      onPress={manage}
    >
      Manage
      <Icon of={ExternalLink} size="sm" />
    </Button>
  );
};
