"""``python -m webui``: the ``tallybones`` command from a checkout."""

from webui.command import main

main(prog_name="tallybones")
