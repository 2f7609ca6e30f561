import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Puts the address with the query `to` in the place of the one that is shown, unless a press has led elsewhere
 * meanwhile: the router draws a new address when its screen is there, and until then the one before it works on.
 */
export function LeadOn({ to, stays = false }: { to: string; stays?: boolean }) {
  const navigate = useNavigate();
  const { search } = useLocation();
  useEffect(() => {
    if (window.location.search === search) navigate({ search: to }, { replace: true, state: { stays } });
  }, [navigate, search, to, stays]);
  return null;
}
