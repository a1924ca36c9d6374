"""moto's server, with SES's identities in CloudFormation and with what a stack retains when it is taken out of it."""
from moto.cloudformation.parsing import ResourceMap
from moto.core.common_models import CloudFormationModel
from moto.ses.models import ses_backends


class Identity(CloudFormationModel):
    # moto reads the service from it.
    __module__ = "moto.ses.models"

    def __init__(self, name):
        self.physical_resource_id = name

    @staticmethod
    def cloudformation_name_type():
        return ""

    @staticmethod
    def cloudformation_type():
        return "AWS::SES::EmailIdentity"

    @classmethod
    def has_cfn_attr(cls, attr):
        return attr.startswith("DkimDNSToken")

    def get_cfn_attribute(self, attribute_name):
        return f"{attribute_name}.emulated"

    @classmethod
    def create_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name, **kwargs):
        name = cloudformation_json["Properties"]["EmailIdentity"]
        ses = ses_backends[account_id][region_name]
        if name in ses.email_identities:
            raise ValueError(f"{name} already exists")
        ses.create_email_identity_v2(name, None, None, None)
        return cls(name)

    @classmethod
    def update_from_cloudformation_json(
        cls, original_resource, new_resource_name, cloudformation_json, account_id, region_name
    ):
        return original_resource

    @classmethod
    def delete_from_cloudformation_json(cls, resource_name, cloudformation_json, account_id, region_name):
        del ses_backends[account_id][region_name].email_identities[resource_name]


delete = ResourceMap._delete_resource


def delete_unless_retained(self, parsed_resource, resource_json):
    if resource_json.get("DeletionPolicy") != "Retain":
        delete(self, parsed_resource, resource_json)


ResourceMap._delete_resource = delete_unless_retained

if __name__ == "__main__":
    from moto.server import main

    main()
