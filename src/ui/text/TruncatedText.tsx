/** A text that may be cut by what it stands in; its tooltip is all of it. */
export const TruncatedText = ({ text }: { text: string }) => (
  <bdi data-tooltip={text} data-tooltip-if="cut">
    {text}
  </bdi>
)
