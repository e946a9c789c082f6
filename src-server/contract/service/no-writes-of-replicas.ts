export const NO_WRITES_OF_REPLICAS =
  'This service is one of several over the same registry (--replica), so a skill in its folder would be missing elsewhere. Submit to a service without --replica over the folder where the registry is kept.';
